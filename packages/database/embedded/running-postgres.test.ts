import assert from "node:assert/strict";
import { chmod, rm } from "node:fs/promises";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { openDatabase } from "../open-database.ts";
import { createTemporaryDirectory } from "../temporary-directory.ts";
import { silentLog, startForTest } from "../testing/test-postgres.ts";
import { findRunningPostgres } from "./running-postgres.ts";

let parentDir: string;
before(async () => {
  parentDir = await createTemporaryDirectory("souk-running-");
  await chmod(parentDir, 0o755);
});
after(() => rm(parentDir, { recursive: true, force: true }));

// Socket paths have a length limit. In a directory with a long path, PostgreSQL listens on a port instead.
for (const [length, folder] of [
  ["short", "short"],
  ["long", `${"long-".repeat(20)}folder`],
] as const)
  test(`another process can connect to the PostgreSQL in a data directory with a ${length} path`, async (t) => {
    const dataDir = join(parentDir, folder);
    const postgres = await startForTest(t, { dataDir, log: silentLog });
    const connection = (await findRunningPostgres(dataDir)) ?? assert.fail("the PostgreSQL was not found");
    const database = openDatabase({ connection, log: silentLog, maxConnections: 1 });
    const { rows } = await database.query("select 1 as n").finally(() => database.close());
    assert.deepEqual(rows, [{ n: 1 }]);
    await postgres.stop();
    assert.equal(await findRunningPostgres(dataDir), undefined);
  });

test("a data directory without a running PostgreSQL has no connection string", async () => {
  assert.equal(await findRunningPostgres(join(parentDir, "nothing")), undefined);
});
