import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { chmod, chown, mkdir, mkdtemp, readdir, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { eventually, findFreePort } from "@souk/testkit";
import { readReadyFile } from "./ready-file.ts";
import { prepareOrdinaryUser } from "./testing/ordinary-user.ts";
import { startServerProcess } from "./testing/server-process.ts";

/** The temporary folder with the data directories of the tests. */
let parent: string;

before(async () => {
  parent = await mkdtemp(join(tmpdir(), "souk-server-users-"));
  await chmod(parent, 0o755);
});

after(() => rm(parent, { recursive: true }));

test("a server run by an ordinary user creates all its data as that user", async (t) => {
  const user = prepareOrdinaryUser(parent);
  assert.notEqual(user.uid, 0);
  const dataDir = join(parent, "ordinary");
  await mkdir(dataDir);
  await chown(dataDir, user.uid, user.gid);
  const server = await startServerProcess(t, { dataDir, user });
  const { status } = await server.client.request(`http://admin.souk.localhost:${server.port}/sign-in`);
  assert.equal(status, 200);
  const names = await readdir(dataDir);
  const owners = await Promise.all(names.map(async (name) => (await stat(join(dataDir, name))).uid));
  assert.deepEqual([...new Set(owners)], [user.uid]);
  for (const name of ["secret.key", "postgres.password"])
    assert.equal((await stat(join(dataDir, name))).mode & 0o077, 0, name);
  assert.equal(await server.end(), 0);
});

test("`npm start` forwards SIGTERM and exits with the server's exit code", async (t) => {
  const [dataDir, port] = [join(parent, "npm"), await findFreePort()];
  const npm = spawn("npm", ["start", "--silent"], {
    cwd: join(import.meta.dirname, "../.."),
    env: {
      PATH: process.env["PATH"],
      SOUK_MODE: "production",
      SOUK_ALLOW_ROOT: "1",
      SOUK_PUBLIC_URL: `http://souk.localhost:${port}`,
      SOUK_HOST: "127.0.0.1",
      SOUK_PORT: String(port),
      SOUK_DATA_DIR: dataDir,
    },
    stdio: "ignore",
  });
  const exitEvent = once(npm, "exit");
  t.after(async () => {
    npm.kill("SIGTERM");
    await exitEvent;
  });
  const { pid } = await eventually(() => readReadyFile(dataDir), { timeoutMs: 60_000 });
  npm.kill("SIGTERM");
  assert.deepEqual(await exitEvent, [0, null]);
  assert.throws(() => process.kill(pid, 0), { code: "ESRCH" });
});
