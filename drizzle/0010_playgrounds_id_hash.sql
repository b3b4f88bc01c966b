-- Ids are looked for, and never sorted by, here: with an ordered index a list of a small account was looked for among the
-- newest playgrounds of everybody where accounts are few.
DROP INDEX "playgrounds_id";--> statement-breakpoint
CREATE INDEX "playgrounds_id" ON "playgrounds" USING hash ("id");