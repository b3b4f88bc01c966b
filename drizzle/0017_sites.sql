CREATE TABLE "site_days" (
	"account_id" uuid NOT NULL,
	"site_id" uuid NOT NULL,
	"day" date NOT NULL,
	"path" text NOT NULL,
	"position" integer NOT NULL,
	"shown" integer NOT NULL,
	"runs" integer NOT NULL,
	"status_4xx" integer NOT NULL,
	"status_5xx" integer NOT NULL,
	"failed" integer NOT NULL,
	CONSTRAINT "site_days_account_id_site_id_day_path_position_pk" PRIMARY KEY("account_id","site_id","day","path","position")
);
--> statement-breakpoint
CREATE TABLE "site_owners" (
	"id" uuid PRIMARY KEY NOT NULL,
	"account_id" uuid NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sites" (
	"id" uuid NOT NULL,
	"account_id" uuid NOT NULL,
	"name" text NOT NULL,
	"origins" text[] NOT NULL,
	"targets" text[] NOT NULL,
	"runs_per_day" integer NOT NULL,
	"variables" text NOT NULL,
	"theme" text NOT NULL,
	"confirm" boolean NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "sites_account_id_id_pk" PRIMARY KEY("account_id","id")
);
--> statement-breakpoint
ALTER TABLE "site_days" ADD CONSTRAINT "site_days_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "site_owners" ADD CONSTRAINT "site_owners_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sites" ADD CONSTRAINT "sites_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "site_owners_account" ON "site_owners" USING btree ("account_id");