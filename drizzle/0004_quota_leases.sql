DROP TABLE "instances" CASCADE;--> statement-breakpoint
ALTER TABLE "usage_days" ADD COLUMN "holder" uuid DEFAULT '00000000-0000-0000-0000-000000000000' NOT NULL;--> statement-breakpoint
ALTER TABLE "usage_days" ADD COLUMN "leased_until" timestamp with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
ALTER TABLE "usage_days" ADD COLUMN "shared_until" timestamp with time zone DEFAULT now() NOT NULL;