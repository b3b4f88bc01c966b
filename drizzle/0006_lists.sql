CREATE EXTENSION IF NOT EXISTS pg_trgm;--> statement-breakpoint
CREATE EXTENSION IF NOT EXISTS btree_gin;--> statement-breakpoint
CREATE TABLE "list_segments" (
	"account_id" uuid NOT NULL REFERENCES "accounts"("id") ON DELETE cascade,
	"list" text NOT NULL,
	"start_id" uuid NOT NULL,
	"items" integer NOT NULL,
	"bytes" bigint NOT NULL,
	"last_id" uuid NOT NULL,
	CONSTRAINT "list_segments_account_id_list_start_id_pk" PRIMARY KEY("account_id","list","start_id")
) WITH (fillfactor = 50);--> statement-breakpoint
ALTER TABLE "test_runs" RENAME TO "test_runs_before";--> statement-breakpoint
ALTER TABLE "test_runs_before" DROP CONSTRAINT "test_runs_playground_id_playgrounds_id_fk";--> statement-breakpoint
ALTER TABLE "test_runs_before" DROP CONSTRAINT "test_runs_account_id_accounts_id_fk";--> statement-breakpoint
DROP INDEX "test_runs_playground";--> statement-breakpoint
ALTER TABLE "playgrounds" DROP CONSTRAINT "playgrounds_pkey";--> statement-breakpoint
ALTER TABLE "playgrounds" ADD CONSTRAINT "playgrounds_account_id_id_pk" PRIMARY KEY("account_id","id");--> statement-breakpoint
DROP INDEX "playgrounds_account";--> statement-breakpoint
DROP INDEX "audit_events_account";--> statement-breakpoint
DROP INDEX "api_keys_account";--> statement-breakpoint
CREATE INDEX "api_keys_account" ON "api_keys" USING btree ("account_id","id");--> statement-breakpoint
CREATE INDEX "playgrounds_id" ON "playgrounds" USING btree ("id");--> statement-breakpoint
CREATE INDEX "playgrounds_public" ON "playgrounds" USING btree ("account_id","id") WHERE "playgrounds"."is_public";--> statement-breakpoint
CREATE INDEX "playgrounds_updated" ON "playgrounds" USING btree ("account_id","updated_at","id");--> statement-breakpoint
CREATE INDEX "playgrounds_name" ON "playgrounds" USING btree ("account_id","name_folded" collate "C","id");--> statement-breakpoint
CREATE INDEX "playgrounds_search" ON "playgrounds" USING gin ("account_id","name_folded" gin_trgm_ops);--> statement-breakpoint
-- The lowest UUIDv7 of a time, and the time of a UUIDv7.
CREATE FUNCTION uuid_at(at timestamptz) RETURNS uuid LANGUAGE sql IMMUTABLE AS $$
  SELECT (lpad(to_hex(floor(extract(epoch FROM at) * 1000)::bigint), 12, '0') || repeat('0', 20))::uuid
$$;--> statement-breakpoint
CREATE FUNCTION uuid_milliseconds(id uuid) RETURNS bigint LANGUAGE sql IMMUTABLE AS $$
  SELECT ('x' || lpad(left(replace(id::text, '-', ''), 12), 16, '0'))::bit(64)::bigint
$$;--> statement-breakpoint
CREATE FUNCTION uuid_day(id uuid) RETURNS uuid LANGUAGE sql IMMUTABLE AS $$
  SELECT (lpad(to_hex(ms - ms % 86400000), 12, '0') || repeat('0', 20))::uuid FROM uuid_milliseconds(id) AS ms
$$;--> statement-breakpoint
CREATE TABLE "test_runs" (
	"id" uuid NOT NULL,
	"account_id" uuid NOT NULL,
	"playground_id" uuid,
	"status" text NOT NULL,
	"request" text NOT NULL,
	"request_body" text,
	"response" text,
	"response_headers" text,
	"response_body" text,
	"error" text,
	"timings" text NOT NULL,
	"warnings" text NOT NULL,
	"unshortened" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	"bytes" integer GENERATED ALWAYS AS (octet_length(request) + coalesce(octet_length(request_body), 0) + coalesce(octet_length(response), 0) + coalesce(octet_length(response_headers), 0) + coalesce(octet_length(response_body), 0) + coalesce(octet_length(error), 0) + octet_length(timings) + octet_length(warnings) + coalesce(octet_length(unshortened), 0)) STORED NOT NULL,
	CONSTRAINT "test_runs_account_id_id_pk" PRIMARY KEY("account_id","id")
) PARTITION BY RANGE ("id");--> statement-breakpoint
-- Partitions: what came before them, spans of whole UTC days, and what comes after them. None is a default, so that a
-- page of the newest reads one after the other and stops.
CREATE FUNCTION extend_test_partitions(until timestamptz, days integer) RETURNS integer LANGUAGE plpgsql AS $$
DECLARE
  made integer := 0;
  lower uuid;
  upper uuid;
BEGIN
  LOOP
    SELECT substring(pg_get_expr(relpartbound, oid) FROM '[0-9a-f]{8}-[0-9a-f-]{27}')::uuid
      INTO STRICT lower FROM pg_class WHERE oid = 'test_runs_future'::regclass;
    EXIT WHEN lower > uuid_at(until);
    upper := uuid_at(to_timestamp(uuid_milliseconds(lower) / 1000) + make_interval(hours => 24 * days));
    CREATE TEMP TABLE moved_runs AS SELECT * FROM test_runs_future WHERE id < upper;
    ALTER TABLE moved_runs DROP COLUMN bytes;
    DELETE FROM test_runs_future WHERE id < upper;
    ALTER TABLE test_runs DETACH PARTITION test_runs_future;
    EXECUTE format(
      'CREATE TABLE %I PARTITION OF test_runs FOR VALUES FROM (%L) TO (%L)',
      'test_runs_' || to_char(to_timestamp(uuid_milliseconds(lower) / 1000) AT TIME ZONE 'UTC', 'YYYYMMDD'), lower, upper);
    EXECUTE format('ALTER TABLE test_runs ATTACH PARTITION test_runs_future FOR VALUES FROM (%L) TO (MAXVALUE)', upper);
    INSERT INTO test_runs (id, account_id, playground_id, status, request, request_body, response, response_headers,
      response_body, error, timings, warnings, unshortened, created_at) SELECT * FROM moved_runs;
    DROP TABLE moved_runs;
    made := made + 1;
  END LOOP;
  RETURN made;
END $$;--> statement-breakpoint
-- Drops the oldest partition when all of it is older. Returns whether there was one.
CREATE FUNCTION drop_test_partition(before timestamptz) RETURNS boolean LANGUAGE plpgsql AS $$
DECLARE
  part record;
BEGIN
  SELECT relname, bounds[1]::uuid AS lower, bounds[2]::uuid AS upper INTO part
  FROM pg_inherits JOIN pg_class ON pg_class.oid = inhrelid,
    regexp_match(pg_get_expr(relpartbound, pg_class.oid), 'FROM \(''(.+)''\) TO \(''(.+)''\)') AS bounds
  WHERE inhparent = 'test_runs'::regclass AND bounds IS NOT NULL ORDER BY lower LIMIT 1;
  IF NOT FOUND OR part.upper > uuid_at(before) THEN
    RETURN false;
  END IF;
  EXECUTE format('DROP TABLE %I', part.relname);
  ALTER TABLE test_runs DETACH PARTITION test_runs_past;
  EXECUTE format('ALTER TABLE test_runs ATTACH PARTITION test_runs_past FOR VALUES FROM (MINVALUE) TO (%L)', part.upper);
  DELETE FROM list_segments WHERE list LIKE 'tests%' AND start_id >= part.lower AND start_id < part.upper;
  RETURN true;
END $$;--> statement-breakpoint
DO $$
DECLARE
  -- Runs of the last 91 days get partitions of seven days; older ones are deleted one by one.
  since uuid := uuid_at(date_trunc('day', now() AT TIME ZONE 'UTC') AT TIME ZONE 'UTC');
  oldest uuid := (SELECT id FROM test_runs_before ORDER BY id LIMIT 1);
BEGIN
  IF oldest < since THEN
    since := greatest(uuid_day(oldest), uuid_at(date_trunc('day', now() AT TIME ZONE 'UTC') AT TIME ZONE 'UTC' - interval '2184 hours'));
  END IF;
  EXECUTE format('CREATE TABLE test_runs_past PARTITION OF test_runs FOR VALUES FROM (MINVALUE) TO (%L)', since);
  EXECUTE format('CREATE TABLE test_runs_future PARTITION OF test_runs FOR VALUES FROM (%L) TO (MAXVALUE)', since);
END $$;--> statement-breakpoint
SELECT extend_test_partitions(now(), 7);--> statement-breakpoint
-- What lists read of a run is small from now on; what is long already goes where only the run itself reads it.
INSERT INTO "test_runs" (id, account_id, playground_id, status, request, response, response_headers, response_body, error,
  timings, warnings, unshortened, created_at)
SELECT id, account_id, playground_id, status,
  CASE WHEN long THEN coalesce(substring(left(request, 2000) FROM '^\{"method":"[^"\\]*","url":"[^"\\]*"'), '{"method":"","url":"…"')
    || ',"headers":{},"body_size":0}' ELSE request END,
  CASE WHEN long AND response IS NOT NULL THEN '{"status":' || coalesce(substring(response FROM '^\{"status":([0-9]+)'), '0')
    || ',"status_text":"","http_version":"1.1","body_encoding":"utf8","body_size":0,"wire_size":0,"truncated":false,"url":"…","redirects":[],"remote_address":null,"tls":null}' ELSE response END, response_headers, response_body,
  CASE WHEN long AND error IS NOT NULL THEN '{"code":"' || coalesce(substring(error FROM '"code":"([a-z_]+)"'), 'invalid_response') || '","message":"…"}' ELSE error END,
  timings,
  CASE WHEN long THEN '[]' ELSE warnings END,
  CASE WHEN long THEN '{"request":' || request || coalesce(',"response":' || response, '') || coalesce(',"error":' || error, '')
    || ',"warnings":' || warnings || '}' END,
  created_at
FROM (SELECT *, octet_length(request) + coalesce(octet_length(response), 0) + coalesce(octet_length(error), 0)
  + octet_length(warnings) > 16384 AS long FROM test_runs_before) AS run;--> statement-breakpoint
DROP TABLE "test_runs_before";--> statement-breakpoint
ALTER TABLE "test_runs" ADD CONSTRAINT "test_runs_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "test_runs_playground" ON "test_runs" USING btree ("playground_id","account_id","id") WHERE "test_runs"."playground_id" is not null;--> statement-breakpoint
-- Counts one item in or out of a list. Writers of one list take turns until they commit; who has waited sees what the
-- one before has done, so counts are exact. A period is where the item's first possible segment starts.
CREATE FUNCTION count_list_item(account uuid, name text, item uuid, period uuid, by integer, size bigint) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  segment list_segments;
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended(account::text || name, 0));
  SELECT * INTO segment FROM list_segments
  WHERE account_id = account AND list = name AND start_id BETWEEN period AND item ORDER BY start_id DESC LIMIT 1;
  IF by > 0 AND (segment.items IS NULL OR (segment.items >= 2000 AND item > segment.last_id)) THEN
    INSERT INTO list_segments VALUES
      (account, name, CASE WHEN segment.items IS NULL THEN period ELSE item END, by, size, item);
  ELSE
    UPDATE list_segments SET items = items + by, bytes = bytes + by * size, last_id = greatest(last_id, item)
    WHERE account_id = account AND list = name AND start_id = segment.start_id;
  END IF;
END $$;--> statement-breakpoint
CREATE FUNCTION count_playground() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  period CONSTANT uuid := '00000000-0000-0000-0000-000000000000';
BEGIN
  IF TG_OP = 'INSERT' THEN
    PERFORM count_list_item(NEW.account_id, 'playgrounds', NEW.id, period, 1, 0);
  ELSIF TG_OP = 'DELETE' THEN
    PERFORM count_list_item(OLD.account_id, 'playgrounds', OLD.id, period, -1, 0);
  END IF;
  IF TG_OP <> 'INSERT' AND OLD.is_public THEN
    PERFORM count_list_item(OLD.account_id, 'playgrounds:public', OLD.id, period, -1, 0);
  END IF;
  IF TG_OP <> 'DELETE' AND NEW.is_public THEN
    PERFORM count_list_item(NEW.account_id, 'playgrounds:public', NEW.id, period, 1, 0);
  END IF;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE FUNCTION count_test_run() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    PERFORM count_list_item(NEW.account_id, 'tests', NEW.id, uuid_day(NEW.id), 1, NEW.bytes);
  ELSIF TG_OP = 'DELETE' THEN
    PERFORM count_list_item(OLD.account_id, 'tests', OLD.id, uuid_day(OLD.id), -1, OLD.bytes);
  END IF;
  IF TG_OP <> 'INSERT' AND OLD.playground_id IS NOT NULL THEN
    PERFORM count_list_item(OLD.account_id, 'tests:' || OLD.playground_id, OLD.id, uuid_day(OLD.id), -1, OLD.bytes);
  END IF;
  IF TG_OP <> 'DELETE' AND NEW.playground_id IS NOT NULL THEN
    PERFORM count_list_item(NEW.account_id, 'tests:' || NEW.playground_id, NEW.id, uuid_day(NEW.id), 1, NEW.bytes);
  END IF;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER count_playground AFTER INSERT OR DELETE ON "playgrounds" FOR EACH ROW EXECUTE FUNCTION count_playground();--> statement-breakpoint
CREATE TRIGGER count_changed_playground AFTER UPDATE ON "playgrounds" FOR EACH ROW WHEN (OLD.is_public <> NEW.is_public) EXECUTE FUNCTION count_playground();--> statement-breakpoint
CREATE TRIGGER count_test_run AFTER INSERT OR DELETE ON "test_runs" FOR EACH ROW EXECUTE FUNCTION count_test_run();--> statement-breakpoint
CREATE TRIGGER count_changed_test_run AFTER UPDATE ON "test_runs" FOR EACH ROW WHEN (OLD.playground_id IS DISTINCT FROM NEW.playground_id) EXECUTE FUNCTION count_test_run();--> statement-breakpoint
-- Counts everything anew; nobody writes meanwhile.
CREATE FUNCTION recount_lists() RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  LOCK TABLE playgrounds, test_runs IN SHARE MODE;
  DELETE FROM list_segments;
  INSERT INTO list_segments (account_id, list, start_id, items, bytes, last_id)
  SELECT account_id, list, CASE WHEN part = 0 THEN period ELSE min(id::text)::uuid END, count(*), sum(bytes), max(id::text)::uuid
  FROM (
    SELECT *, (row_number() OVER (PARTITION BY account_id, list, period ORDER BY id) - 1) / 2000 AS part
    FROM (
      SELECT account_id, 'playgrounds' AS list, id, '00000000-0000-0000-0000-000000000000'::uuid AS period, 0 AS bytes FROM playgrounds
      UNION ALL
      SELECT account_id, 'playgrounds:public', id, '00000000-0000-0000-0000-000000000000', 0 FROM playgrounds WHERE is_public
      UNION ALL
      SELECT account_id, 'tests', id, uuid_day(id), bytes FROM test_runs
      UNION ALL
      SELECT account_id, 'tests:' || playground_id, id, uuid_day(id), bytes FROM test_runs WHERE playground_id IS NOT NULL
    ) AS items
  ) AS parts GROUP BY account_id, list, period, part;
END $$;--> statement-breakpoint
SELECT recount_lists();
