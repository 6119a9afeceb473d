import assert from "node:assert/strict";
import { chmod, rm } from "node:fs/promises";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { openDatabase } from "../open-database.ts";
import { temporaryDirectory } from "../temporary-directory.ts";
import { silent, started } from "../testing/test-postgres.ts";
import { runningPostgres } from "./running-postgres.ts";

let parent: string;
before(async () => {
  parent = await temporaryDirectory("souk-running-");
  await chmod(parent, 0o755);
});
after(() => rm(parent, { recursive: true, force: true }));

// The path of a socket is short: in a long folder PostgreSQL listens on a port in its place.
for (const folder of ["short", `${"long-".repeat(20)}folder`])
  test(`another process reaches the PostgreSQL of a data directory in a ${folder.slice(0, 5)} folder while it runs`, async (t) => {
    const dataDir = join(parent, folder);
    const postgres = await started(t, { dataDir, log: silent });
    const connection = (await runningPostgres(dataDir)) ?? assert.fail("it was not found");
    const database = openDatabase({ connection, log: silent, maxConnections: 1 });
    const { rows } = await database.query("select 1 as n").finally(() => database.close());
    assert.deepEqual(rows, [{ n: 1 }]);
    await postgres.stop();
    assert.equal(await runningPostgres(dataDir), undefined);
  });

test("where none was ever made there is none", async () => {
  assert.equal(await runningPostgres(join(parent, "nothing")), undefined);
});
