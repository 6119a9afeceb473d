import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before } from "node:test";

/**
 * Gives the tests of a file a new data directory at each call, removed after the last test. The user who runs PostgreSQL
 * can reach them, so that everything of a server lies in there.
 */
export function dataDirectories(): () => string {
  let parent = "";
  let number = 0;
  before(async () => {
    parent = await mkdtemp(join(tmpdir(), "souk-server-"));
    await chmod(parent, 0o755);
  });
  after(() => rm(parent, { recursive: true }));
  return () => join(parent, `data-${++number}`);
}
