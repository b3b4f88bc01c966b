CREATE TABLE "deleted_playgrounds" (
	"account_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"row" text NOT NULL,
	"deleted_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "deleted_playgrounds_account_id_id_pk" PRIMARY KEY("account_id","id")
);
--> statement-breakpoint
ALTER TABLE "playgrounds" ADD COLUMN "example_test_id" uuid;--> statement-breakpoint
ALTER TABLE "playgrounds" ADD COLUMN "example" text;--> statement-breakpoint
ALTER TABLE "deleted_playgrounds" ADD CONSTRAINT "deleted_playgrounds_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "deleted_playgrounds_time" ON "deleted_playgrounds" USING btree ("deleted_at");--> statement-breakpoint
CREATE INDEX "playgrounds_example" ON "playgrounds" USING btree ("account_id","example_test_id") WHERE "playgrounds"."example_test_id" is not null;