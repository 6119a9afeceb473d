import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before } from "node:test";

/**
 * Create a function that picks the path of a new data directory at each call. The server creates the directory, and all
 * directories are removed after the last test of the test file. Their parent folder is accessible to the user who runs
 * PostgreSQL.
 */
export function createDataDirPicker(): () => string {
  let parent = "";
  let directoryCount = 0;
  before(async () => {
    parent = await mkdtemp(join(tmpdir(), "souk-server-"));
    await chmod(parent, 0o755);
  });
  after(() => rm(parent, { recursive: true }));
  return () => join(parent, `data-${++directoryCount}`);
}
