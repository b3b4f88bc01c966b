/** Puts the image of an empty, migrated database beside the built server; see src/db/empty-database.ts. */
import { initialisePglite } from '../db/client.ts';
import { writeImage } from '../db/empty-database.ts';

await writeImage(initialisePglite);
