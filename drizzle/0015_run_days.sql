CREATE TABLE "run_days" (
	"account_id" uuid NOT NULL,
	"playground_id" uuid NOT NULL,
	"day" date NOT NULL,
	"by_owner" boolean NOT NULL,
	"runs" integer NOT NULL,
	"status_4xx" integer NOT NULL,
	"status_5xx" integer NOT NULL,
	"failed" integer NOT NULL,
	CONSTRAINT "run_days_account_id_playground_id_day_by_owner_pk" PRIMARY KEY("account_id","playground_id","day","by_owner")
);
--> statement-breakpoint
ALTER TABLE "run_days" ADD CONSTRAINT "run_days_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "run_days_day" ON "run_days" USING btree ("day");