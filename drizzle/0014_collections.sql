CREATE TABLE "collections" (
	"id" uuid NOT NULL,
	"account_id" uuid NOT NULL,
	"name" text NOT NULL,
	"description" text NOT NULL,
	"is_public" boolean NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "collections_account_id_id_pk" PRIMARY KEY("account_id","id")
);
--> statement-breakpoint
CREATE TABLE "public_collections" (
	"id" uuid PRIMARY KEY NOT NULL,
	"account_id" uuid NOT NULL
);
--> statement-breakpoint
ALTER TABLE "playgrounds" ADD COLUMN "description" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "playgrounds" ADD COLUMN "description_folded" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "playgrounds" ADD COLUMN "collection_id" uuid;--> statement-breakpoint
ALTER TABLE "playgrounds" ADD COLUMN "collection_place" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "collections" ADD CONSTRAINT "collections_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "public_collections" ADD CONSTRAINT "public_collections_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "public_collections_account" ON "public_collections" USING btree ("account_id");--> statement-breakpoint
CREATE INDEX "playgrounds_search_description" ON "playgrounds" USING gin (name_trigrams("account_id", "description_folded")) WITH (gin_pending_list_limit=64) WHERE "playgrounds"."description_folded" <> '';--> statement-breakpoint
CREATE INDEX "playgrounds_collection" ON "playgrounds" USING btree ("account_id","collection_id","id") WHERE "playgrounds"."collection_id" is not null;--> statement-breakpoint
CREATE INDEX "playgrounds_uncollected" ON "playgrounds" USING btree ("account_id","id") WHERE "playgrounds"."collection_id" is null;--> statement-breakpoint
-- Counts everything anew; nobody writes meanwhile.
CREATE OR REPLACE FUNCTION recount_lists() RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  LOCK TABLE collections, playgrounds, test_runs IN SHARE MODE;
  DELETE FROM public_playgrounds;
  INSERT INTO public_playgrounds (id, account_id) SELECT id, account_id FROM playgrounds WHERE is_public;
  DELETE FROM public_collections;
  INSERT INTO public_collections (id, account_id) SELECT id, account_id FROM collections WHERE is_public;
  DELETE FROM list_segments;
  INSERT INTO list_segments (account_id, list, start_id, items, bytes)
    SELECT account_id, 'collections', uuid_hour(id), count(*), 0 FROM collections GROUP BY 1, 2, 3;
  INSERT INTO list_segments (account_id, list, start_id, items, bytes)
    SELECT account_id, 'playgrounds', uuid_hour(id), count(*), 0 FROM playgrounds GROUP BY 1, 2, 3;
  INSERT INTO list_segments (account_id, list, start_id, items, bytes)
    SELECT account_id, 'playgrounds:public', uuid_hour(id), count(*), 0 FROM playgrounds WHERE is_public GROUP BY 1, 2, 3;
  INSERT INTO list_segments (account_id, list, start_id, items, bytes)
    SELECT account_id, 'tests', uuid_hour(id), count(*), sum(bytes) FROM test_runs GROUP BY 1, 2, 3;
  INSERT INTO list_segments (account_id, list, start_id, items, bytes)
    SELECT account_id, 'tests:' || playground_id, uuid_hour(id), count(*), sum(bytes) FROM test_runs
    WHERE playground_id IS NOT NULL GROUP BY 1, 2, 3;
END $$;
