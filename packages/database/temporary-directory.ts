import { access, constants, mkdtemp, statfs } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

const inMemory = "/dev/shm";
const minFreeBytes = 2 * 1024 ** 3;

/**
 * Return the directory for the databases of tests: in memory if there is space, where copying a database takes 15 ms, otherwise
 * the system's temporary directory, where it takes 20 to 400 ms on a busy disk.
 */
export async function findTemporaryRoot(): Promise<string> {
  const hasSpace = await statfs(inMemory).then(
    ({ bavail, bsize }) => bavail * bsize >= minFreeBytes,
    () => false,
  );
  const isWritable = await access(inMemory, constants.W_OK).then(
    () => true,
    () => false,
  );
  return hasSpace && isWritable ? inMemory : tmpdir();
}

/**
 * Create a directory for the database of a test.
 * @param prefix the start of the directory's name
 */
export async function createTemporaryDirectory(prefix: string): Promise<string> {
  return mkdtemp(join(await findTemporaryRoot(), prefix));
}
