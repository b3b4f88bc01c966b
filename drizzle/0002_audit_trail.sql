CREATE TABLE "audit_events" (
	"id" uuid NOT NULL,
	"account_id" uuid NOT NULL,
	"action" text NOT NULL,
	"via" text NOT NULL,
	"key_id" uuid,
	"target_type" text NOT NULL,
	"target_id" text NOT NULL,
	"details" text NOT NULL,
	"request_id" text,
	"address" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "audit_events_account_id_id_pk" PRIMARY KEY("account_id","id")
);
--> statement-breakpoint
ALTER TABLE "accounts" ADD COLUMN "suspended_at" timestamp (3) with time zone;--> statement-breakpoint
CREATE INDEX "audit_events_account" ON "audit_events" USING btree ("account_id","created_at" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "audit_events_created" ON "audit_events" USING btree ("created_at");--> statement-breakpoint
-- A key that could do everything still can.
UPDATE "api_keys" SET "scopes" = array_append("scopes", 'audit:read') WHERE "scopes" @> array['playgrounds:read', 'playgrounds:write', 'tests:read', 'tests:execute', 'code:generate', 'curl:parse', 'keys:manage', 'usage:read'];
