import { access, constants, mkdtemp, statfs } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

const memoryDirectory = "/dev/shm";
// With less free space, the databases of tests are not in memory.
const minFreeBytes = 2 * 1024 ** 3;

/**
 * Return the directory for the databases of tests. If there is space, it is in memory, where copying a database takes 15 ms.
 * Otherwise it is the system's temporary directory, where copying takes 20 to 400 ms on a busy disk.
 */
export async function findTemporaryRoot(): Promise<string> {
  const hasSpace = await statfs(memoryDirectory).then(
    ({ bavail, bsize }) => bavail * bsize >= minFreeBytes,
    () => false,
  );
  const isWritable = await access(memoryDirectory, constants.W_OK).then(
    () => true,
    () => false,
  );
  return hasSpace && isWritable ? memoryDirectory : tmpdir();
}

/**
 * Create a directory for the database of a test.
 * @param prefix the start of the directory's name
 */
export async function createTemporaryDirectory(prefix: string): Promise<string> {
  return mkdtemp(join(await findTemporaryRoot(), prefix));
}
