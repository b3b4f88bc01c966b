ALTER TABLE "playgrounds" ADD COLUMN "name_is_default" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "playgrounds" ADD COLUMN "share_secrets" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "playgrounds" ADD COLUMN "public_runs" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "playgrounds" ADD COLUMN "embed_origins" text[] DEFAULT '{}' NOT NULL;