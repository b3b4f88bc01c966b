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
    SELECT account_id, 'playgrounds:uncollected', uuid_hour(id), count(*), 0 FROM playgrounds
    WHERE collection_id IS NULL GROUP BY 1, 2, 3;
  INSERT INTO list_segments (account_id, list, start_id, items, bytes)
    SELECT account_id, 'playgrounds:public:uncollected', uuid_hour(id), count(*), 0 FROM playgrounds
    WHERE is_public AND collection_id IS NULL GROUP BY 1, 2, 3;
  INSERT INTO list_segments (account_id, list, start_id, items, bytes)
    SELECT account_id, 'tests', uuid_hour(id), count(*), sum(bytes) FROM test_runs GROUP BY 1, 2, 3;
  INSERT INTO list_segments (account_id, list, start_id, items, bytes)
    SELECT account_id, 'tests:' || playground_id, uuid_hour(id), count(*), sum(bytes) FROM test_runs
    WHERE playground_id IS NOT NULL GROUP BY 1, 2, 3;
END $$;--> statement-breakpoint
INSERT INTO list_segments (account_id, list, start_id, items, bytes)
  SELECT account_id, 'playgrounds:uncollected', uuid_hour(id), count(*), 0 FROM playgrounds
  WHERE collection_id IS NULL GROUP BY 1, 2, 3;--> statement-breakpoint
INSERT INTO list_segments (account_id, list, start_id, items, bytes)
  SELECT account_id, 'playgrounds:public:uncollected', uuid_hour(id), count(*), 0 FROM playgrounds
  WHERE is_public AND collection_id IS NULL GROUP BY 1, 2, 3;
