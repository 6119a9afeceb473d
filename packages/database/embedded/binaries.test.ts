import assert from "node:assert/strict";
import { chmod, chown, cp, lstat, mkdir, readFile, readlink, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { after, before, test } from "node:test";
import { fileURLToPath } from "node:url";
import { migrate } from "../migrate.ts";
import { openDatabase } from "../open-database.ts";
import { ensurePartitions } from "../partitions.ts";
import { createTemporaryDirectory } from "../temporary-directory.ts";
import { endServerProcess, startSeparatePostgres } from "../testing/separate-postgres.ts";
import { silentLog, startForTest } from "../testing/test-postgres.ts";
import { findPackagedBinaries } from "./binaries.ts";
import { testSettings } from "./server-settings.ts";
import { canReach, chooseSystemUser } from "./system-user.ts";

const isRoot = process.getuid?.() === 0;
let parentDir: string;

before(async () => {
  parentDir = await createTemporaryDirectory("souk-binaries-");
  await chmod(parentDir, 0o755);
});
after(() => rm(parentDir, { recursive: true, force: true }));

const binariesOfVersion15 = fileURLToPath(
  new URL("../../../node_modules/postgres15-linux-x64/native", import.meta.url),
);

test("PostgreSQL 15, the oldest supported version, can run all migrations", async (t) => {
  const options = { dataDir: join(parentDir, "fifteen"), log: silentLog, settings: testSettings };
  const postgres = await startForTest(t, { ...options, binaries: binariesOfVersion15 });
  assert.equal(postgres.major, 15);
  const connection = postgres.connectionString;
  assert.ok((await migrate({ connection, log: silentLog })) > 0);
  const database = openDatabase({ connection, log: silentLog });
  assert.ok((await ensurePartitions(database, new Date("2026-11-21"))).length > 0);
  const rows = await database.many("select lower('É') as lower, 'Z' < 'a' as by_code_point");
  assert.deepEqual(rows, [{ lower: "é", by_code_point: true }]);
  await database.close();
  await postgres.stop();

  await assert.rejects(
    startForTest(t, options),
    /was created by PostgreSQL 15, but this version of Souk includes 18/,
  );
});

test("PostgreSQL binaries without symbolic links work, even in a directory that only its owner can read", async (t) => {
  const privateDir = join(parentDir, "unreadable");
  await mkdir(privateDir, { mode: 0o700 });
  const native = join(privateDir, "native");
  await cp(findPackagedBinaries(), native, {
    recursive: true,
    filter: async (path) => !(await lstat(path)).isSymbolicLink(),
  });
  const dataDir = join(privateDir, "data");
  const postgres = await startForTest(t, {
    dataDir,
    log: silentLog,
    settings: testSettings,
    binaries: native,
  });
  const database = openDatabase({ connection: postgres.connectionString, log: silentLog });
  await database.query("create table kept as select 1 as a");
  await database.close();
  // Root runs PostgreSQL as another user. That user cannot read the directory, so binaries and data are elsewhere.
  if (process.platform === "linux") {
    const executable = await readlink(`/proc/${postgres.pid()}/exe`);
    assert.equal(executable.startsWith(privateDir), !isRoot);
    // Delete the copied binaries. The executable is at `native/bin/postgres` in their directory.
    if (isRoot) await rm(dirname(dirname(dirname(executable))), { recursive: true });
  }
  await postgres.stop();
  const pointer = await readFile(join(dataDir, "postgres.location"), "utf8").catch(() => undefined);
  assert.equal(pointer !== undefined, isRoot);
  const restarted = await startForTest(t, { dataDir, log: silentLog, settings: testSettings });
  const reopened = openDatabase({ connection: restarted.connectionString, log: silentLog });
  assert.deepEqual(await reopened.many("select a from kept"), [{ a: 1 }]);
  await reopened.close();
  await restarted.stop();
  if (pointer) await rm(dirname(pointer.trim()), { recursive: true });
});

test("root starts the PostgreSQL cluster of an ordinary user as that user", async (t) => {
  const dataDir = join(parentDir, "ordinary");
  await mkdir(dataDir);
  const user = await chooseSystemUser(dataDir);
  if (user) await chown(dataDir, user.uid, user.gid);
  if (user && !(await canReach(user, dirname(process.execPath)))) {
    t.diagnostic("Another user cannot run Node here, so the test was skipped.");
    return;
  }
  const separatePostgres = await startSeparatePostgres(t, dataDir, user);
  await endServerProcess(separatePostgres, "SIGTERM");
  const postgres = await startForTest(t, { dataDir, log: silentLog, settings: testSettings });
  assert.equal((await lstat(join(dataDir, "postgres", "PG_VERSION"))).uid, user?.uid ?? process.getuid?.());
  await postgres.stop();
});
