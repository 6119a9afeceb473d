import { access, constants, mkdtemp, statfs } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

const inMemory = "/dev/shm";
const enough = 2 * 1024 ** 3;

/**
 * Where to put a database that does not outlive a test: in memory when there is room, where a copy of a database takes
 * 15 ms, else among the system's temporary files, where a busy disk makes that 20 to 400 ms.
 */
export async function temporaryRoot(): Promise<string> {
  const roomy = await statfs(inMemory).then(
    ({ bavail, bsize }) => bavail * bsize >= enough,
    () => false,
  );
  const writable = await access(inMemory, constants.W_OK).then(
    () => true,
    () => false,
  );
  return roomy && writable ? inMemory : tmpdir();
}

/**
 * Makes a folder for a database that does not outlive a test.
 * @param prefix how its name begins
 */
export async function temporaryDirectory(prefix: string): Promise<string> {
  return mkdtemp(join(await temporaryRoot(), prefix));
}
