/** Writes the image of an empty, migrated database next to the built server; see src/db/empty-database.ts. */
import { initialisePglite } from '../db/client.ts';
import { writeImage } from '../db/empty-database.ts';

await writeImage(initialisePglite);
