-- Each three characters in a row of a name, mixed with whose it is: what other accounts' names have in common with it
-- costs a search nothing, however many they are.
CREATE FUNCTION name_trigrams(account uuid, name text) RETURNS bigint[] LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $$
DECLARE
  seed bigint := hashtextextended(account::text, 0);
  trigrams bigint[] := '{}';
BEGIN
  FOR at IN 1 .. length(name) - 2 LOOP
    trigrams := trigrams || hashtextextended(substr(name, at, 3), seed);
  END LOOP;
  RETURN trigrams;
END $$;--> statement-breakpoint
DROP INDEX "playgrounds_search";--> statement-breakpoint
CREATE INDEX "playgrounds_search" ON "playgrounds" USING gin (name_trigrams("account_id", "name_folded")) WITH (gin_pending_list_limit=64);