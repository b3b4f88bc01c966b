/**
 * A lock on a folder that is released when its process ends. Node has no flock, and a PID file is stale after a crash
 * and wrong across containers; a listening socket is not: the kernel closes it with the process.
 */
import { createHash, randomBytes } from 'node:crypto';
import { link, mkdir, realpath, rename, stat, unlink } from 'node:fs/promises';
import { connect, createServer, type Server } from 'node:net';
import { dirname, relative } from 'node:path';

/**
 * Creates the folder if it does not exist and takes its lock.
 * @returns a function that releases the lock
 * @throws Error with a clear message when another process holds it, or the folder cannot be written
 */
export async function lockFolder(folder: string): Promise<() => Promise<void>> {
  await makeFolder(folder).catch((error: Error) => {
    throw new Error(`The folder ${folder} cannot be created: ${error.message}`, { cause: error });
  });
  const real = await realpath(folder);
  return process.platform === 'win32' ? lockByPipe(real) : lockBySocket(real);
}

/** Works like `mkdir -p`. Node's own never returns for a folder that cannot exist, such as one in /proc. */
async function makeFolder(folder: string, parents = true): Promise<void> {
  try {
    await mkdir(folder);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EEXIST' && (await stat(folder)).isDirectory()) return;
    if (code !== 'ENOENT' || !parents || dirname(folder) === folder) throw error;
    await makeFolder(dirname(folder));
    await makeFolder(folder, false);
  }
}

const inUse = (folder: string) =>
  new Error(
    `The folder ${folder} is in use by another Playgrounds process. Stop it first, or set DATA_DIR or DATABASE_URL.`,
  );

/** Locks on Windows: a named pipe has one owner and is removed with it. */
async function lockByPipe(folder: string): Promise<() => Promise<void>> {
  const name = createHash('sha256').update(folder.toLowerCase()).digest('hex').slice(0, 32);
  try {
    const server = await listen(`\\\\.\\pipe\\playgrounds-${name}`);
    return () => close(server);
  } catch (error) {
    throw (error as NodeJS.ErrnoException).code === 'EADDRINUSE' ? inUse(folder) : error;
  }
}

/**
 * Locks on other systems: binds a socket under a unique name, then links it to the lock's name, which is atomic. A lock
 * that refuses connections is stale; it is renamed, checked once more, and only then removed, so that two
 * processes that find it at the same time cannot both take it.
 */
async function lockBySocket(folder: string): Promise<() => Promise<void>> {
  const lock = socketPath(folder, 'lock');
  const own = socketPath(folder, `lock-${process.pid}-${randomBytes(4).toString('hex')}`);
  if (Buffer.byteLength(own) > MAX_SOCKET_PATH)
    throw new Error(
      `The path of the folder ${folder} is ${Buffer.byteLength(own) - MAX_SOCKET_PATH} bytes too long for the socket that locks it. Set DATA_DIR to a shorter path.`,
    );
  let server: Server;
  try {
    server = await listen(own);
  } catch (error) {
    throw new Error(`The folder ${folder} cannot be written: ${(error as Error).message}`, { cause: error });
  }
  try {
    for (let attempt = 0; attempt < 10; attempt += 1) {
      if (await succeeds(link(own, lock), 'EEXIST'))
        return async () => {
          await unlink(lock).catch(() => {});
          await close(server);
        };
      if (await isListening(lock)) break;
      const aside = socketPath(folder, `stale-${randomBytes(4).toString('hex')}`);
      if (!(await succeeds(rename(lock, aside), 'ENOENT'))) continue; // another process removed it first
      const isStale = !(await isListening(aside));
      if (!isStale) await link(aside, lock).catch(() => {});
      await unlink(aside).catch(() => {});
      if (!isStale) break;
    }
    throw inUse(folder);
  } catch (error) {
    await close(server);
    throw error;
  }
}

/** Whether an operation succeeds: it may also fail with the given code. */
async function succeeds(operation: Promise<void>, failure: string): Promise<boolean> {
  try {
    await operation;
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === failure) return false;
    throw error;
  }
}

/** Bytes of a socket's path: sun_path without its NUL, 108 bytes on Linux and 104 on the BSDs and macOS. */
const MAX_SOCKET_PATH = process.platform === 'linux' ? 107 : 103;

/** Returns the shorter of the absolute and the relative path: socket paths are limited. */
function socketPath(folder: string, name: string): string {
  const absolute = `${folder}/${name}.sock`;
  const fromHere = relative(process.cwd(), absolute);
  return Buffer.byteLength(fromHere) < Buffer.byteLength(absolute) ? fromHere : absolute;
}

function listen(path: string): Promise<Server> {
  const server = createServer((socket) => socket.destroy());
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(path, () => {
      server.unref();
      resolve(server);
    });
  });
}

function close(server: Server): Promise<void> {
  return new Promise((resolve) => server.close(() => resolve()));
}

function isListening(path: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(path);
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', (error: NodeJS.ErrnoException) => {
      // Any other error (a full backlog) means that a process holds the lock.
      resolve(error.code !== 'ECONNREFUSED' && error.code !== 'ENOENT');
    });
  });
}
