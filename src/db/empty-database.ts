/**
 * Creates the folder of a new database by copying an image: initialising and migrating one takes seconds, a copy does
 * not. The build puts the image beside the server.
 */
import { existsSync } from 'node:fs';
import { chmod, cp, open, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const IMAGE = fileURLToPath(new URL('../empty-database', import.meta.url));

/**
 * Creates the folder of a new database atomically: after a crash, a partial folder would be mistaken for a
 * database.
 * @param initialise creates the database where there is no image, as in development
 */
export async function placeEmptyDatabase(
  folder: string,
  initialise: (folder: string) => Promise<void>,
): Promise<void> {
  const made = `${folder}.new`;
  await rm(made, { recursive: true, force: true });
  try {
    if (existsSync(IMAGE)) await cp(IMAGE, made, { recursive: true });
    else await initialise(made);
    await toDisk(made);
    await rename(made, folder);
  } catch (error) {
    await rm(made, { recursive: true, force: true });
    throw error;
  }
}

/** Flushes every file to disk: PostgreSQL does not flush files that it did not write. */
async function toDisk(folder: string): Promise<void> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath ?? entry.path, entry.name));
  const sync = async () => {
    for (let file = files.pop(); file !== undefined; file = files.pop()) {
      const handle = await open(file, 'r+');
      await handle.sync();
      await handle.close();
    }
  };
  // One for each of the four threads of Node's pool (libuv's default).
  await Promise.all([sync(), sync(), sync(), sync()]);
}

/** Writes the image, readable for any user that may run the server. */
export async function writeImage(initialise: (folder: string) => Promise<void>): Promise<void> {
  await rm(IMAGE, { recursive: true, force: true });
  await initialise(IMAGE);
  for (const entry of await readdir(IMAGE, { recursive: true, withFileTypes: true }))
    await chmod(join(entry.parentPath ?? entry.path, entry.name), entry.isDirectory() ? 0o755 : 0o644);
  await chmod(IMAGE, 0o755);
}
