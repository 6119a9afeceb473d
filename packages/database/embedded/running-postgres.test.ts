import assert from "node:assert/strict";
import { chmod, rm } from "node:fs/promises";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { openDatabase } from "../open-database.ts";
import { createTemporaryDirectory } from "../temporary-directory.ts";
import { silent, startForTest } from "../testing/test-postgres.ts";
import { findRunningPostgres } from "./running-postgres.ts";

let parent: string;
before(async () => {
  parent = await createTemporaryDirectory("souk-running-");
  await chmod(parent, 0o755);
});
after(() => rm(parent, { recursive: true, force: true }));

// Socket paths have a length limit: in a directory with a long path PostgreSQL listens on a port instead.
for (const folder of ["short", `${"long-".repeat(20)}folder`])
  test(`another process reaches the PostgreSQL in a ${folder.slice(0, 5)} data folder`, async (t) => {
    const dataDir = join(parent, folder);
    const postgres = await startForTest(t, { dataDir, log: silent });
    const connection = (await findRunningPostgres(dataDir)) ?? assert.fail("the PostgreSQL was not found");
    const database = openDatabase({ connection, log: silent, maxConnections: 1 });
    const { rows } = await database.query("select 1 as n").finally(() => database.close());
    assert.deepEqual(rows, [{ n: 1 }]);
    await postgres.stop();
    assert.equal(await findRunningPostgres(dataDir), undefined);
  });

test("a data directory without a running PostgreSQL has no connection string", async () => {
  assert.equal(await findRunningPostgres(join(parent, "nothing")), undefined);
});
