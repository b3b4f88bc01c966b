-- The services count list items in the statements that write them: one way on every engine. Until now triggers did.
DROP TRIGGER "count_playground" ON "playgrounds";--> statement-breakpoint
DROP TRIGGER "count_changed_playground" ON "playgrounds";--> statement-breakpoint
DROP TRIGGER "count_test_run" ON "test_runs";--> statement-breakpoint
DROP TRIGGER "count_changed_test_run" ON "test_runs";--> statement-breakpoint
DROP FUNCTION count_playground();--> statement-breakpoint
DROP FUNCTION count_test_run();--> statement-breakpoint
DROP FUNCTION count_list_item(uuid, text, uuid, uuid, integer, bigint);--> statement-breakpoint
DROP FUNCTION recount_lists();--> statement-breakpoint
DROP FUNCTION uuid_day(uuid);--> statement-breakpoint
CREATE TABLE "public_playgrounds" (
	"id" uuid PRIMARY KEY NOT NULL,
	"account_id" uuid NOT NULL
);
--> statement-breakpoint
DROP INDEX "playgrounds_id";--> statement-breakpoint
ALTER TABLE "public_playgrounds" ADD CONSTRAINT "public_playgrounds_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "public_playgrounds_account" ON "public_playgrounds" USING btree ("account_id");--> statement-breakpoint
ALTER TABLE "list_segments" DROP COLUMN "last_id";--> statement-breakpoint
-- The lowest id of the UTC hour in which a UUIDv7 was made.
CREATE FUNCTION uuid_hour(id uuid) RETURNS uuid LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT (lpad(to_hex(ms - ms % 3600000), 12, '0') || repeat('0', 20))::uuid
  FROM (SELECT ('x' || lpad(left(replace(id::text, '-', ''), 12), 16, '0'))::bit(64)::bigint AS ms) AS made
$$;--> statement-breakpoint
-- The time now, and some milliseconds later. Not IMMUTABLE in truth: Citus asks for that in upserts and RETURNING. The
-- first argument is a column of the row, so that no planner evaluates the function before it has the row.
CREATE FUNCTION clock_after(column_of_row timestamptz, milliseconds double precision) RETURNS timestamptz LANGUAGE plpgsql IMMUTABLE AS $$
BEGIN
  RETURN clock_timestamp() + make_interval(secs => milliseconds / 1000);
END $$;--> statement-breakpoint
-- Counts everything anew; nobody writes meanwhile.
CREATE FUNCTION recount_lists() RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  LOCK TABLE playgrounds, test_runs IN SHARE MODE;
  DELETE FROM public_playgrounds;
  INSERT INTO public_playgrounds (id, account_id) SELECT id, account_id FROM playgrounds WHERE is_public;
  DELETE FROM list_segments;
  INSERT INTO list_segments (account_id, list, start_id, items, bytes)
    SELECT account_id, 'playgrounds', uuid_hour(id), count(*), 0 FROM playgrounds GROUP BY 1, 2, 3;
  INSERT INTO list_segments (account_id, list, start_id, items, bytes)
    SELECT account_id, 'playgrounds:public', uuid_hour(id), count(*), 0 FROM playgrounds WHERE is_public GROUP BY 1, 2, 3;
  INSERT INTO list_segments (account_id, list, start_id, items, bytes)
    SELECT account_id, 'tests', uuid_hour(id), count(*), sum(bytes) FROM test_runs GROUP BY 1, 2, 3;
  INSERT INTO list_segments (account_id, list, start_id, items, bytes)
    SELECT account_id, 'tests:' || playground_id, uuid_hour(id), count(*), sum(bytes) FROM test_runs
    WHERE playground_id IS NOT NULL GROUP BY 1, 2, 3;
END $$;--> statement-breakpoint
SELECT recount_lists();
