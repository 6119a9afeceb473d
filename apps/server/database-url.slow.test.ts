import assert from "node:assert/strict";
import { once } from "node:events";
import { type AddressInfo, connect, createServer } from "node:net";
import { join } from "node:path";
import { after, before, type TestContext, test } from "node:test";
import { startPostgres15, type TestPostgres } from "@souk/testkit";
import { createDataDirPicker } from "./testing/data-directories.ts";
import { createAccount } from "./testing/run-souk.ts";
import { spawnServer, startServerProcess } from "./testing/server-process.ts";
import { openVisitor } from "./testing/visitor.ts";

const SOUK_SECRET_KEY = "5e".repeat(32);
const pickDataDir = createDataDirPicker();
let postgres: TestPostgres;

before(async () => {
  postgres = await startPostgres15();
});

after(async () => {
  await postgres.stop();
});

/** Parse the socket's path and the password from the connection string of a test's PostgreSQL. */
function parseConnection(connectionString: string): { socketPath: string; password: string } {
  const [, password = ""] = /:\/\/souk:([^@]*)@/.exec(connectionString) ?? [];
  const query = new URLSearchParams(connectionString.split("?")[1]);
  return { socketPath: join(query.get("host") ?? "", `.s.PGSQL.${query.get("port")}`), password };
}

/** Start a proxy that reports the version of PostgreSQL as 14. */
async function startOldVersionProxy(t: TestContext): Promise<string> {
  const { socketPath, password } = parseConnection(postgres.connectionString);
  const proxy = createServer((client) => {
    const server = connect(socketPath);
    client.pipe(server);
    server.on("data", (bytes) => {
      client.write(Buffer.from(bytes.toString("latin1").replace(/\b15\.(?=\d)/g, "14."), "latin1"));
    });
    for (const socket of [client, server]) {
      socket.on("error", () => undefined);
      socket.on("close", () => {
        client.destroy();
        server.destroy();
      });
    }
  });
  proxy.listen(0, "127.0.0.1");
  await once(proxy, "listening");
  t.after(() => proxy.close());
  return `postgresql://souk:${password}@127.0.0.1:${(proxy.address() as AddressInfo).port}/souk`;
}

test("two servers with separate data directories can share one PostgreSQL 15", async (t) => {
  const env = { DATABASE_URL: postgres.connectionString, SOUK_SECRET_KEY };
  const dataDir = pickDataDir();
  const [firstServer, secondServer] = await Promise.all([
    startServerProcess(t, { dataDir, env }),
    startServerProcess(t, { dataDir: pickDataDir(), env, args: ["--only", "api"] }),
  ]);
  const account = { email: "two@url.test", password: "a password for tests" };
  await createAccount(account, dataDir, env);
  assert.equal(await openVisitor(secondServer).signIn(account), 200);
  assert.deepEqual(await Promise.all([firstServer.end(), secondServer.end()]), [0, 0]);
});

test("a server does not start on a database whose secrets were encrypted with a different key", async (t) => {
  const env = { DATABASE_URL: postgres.connectionString, SOUK_SECRET_KEY: "ab".repeat(32) };
  const { exitPromise, output } = await spawnServer(t, { dataDir: pickDataDir(), env });
  assert.equal(await exitPromise, 1);
  assert.match(output.stderr, /^The secrets in this database belong to the secret key [0-9a-f]{8}, but/);
});

test("a server does not start with a PostgreSQL older than 15", async (t) => {
  const env = { DATABASE_URL: await startOldVersionProxy(t), SOUK_SECRET_KEY };
  const { exitPromise, output } = await spawnServer(t, { dataDir: pickDataDir(), env });
  assert.equal(await exitPromise, 1);
  assert.match(
    output.stderr,
    /^DATABASE_URL connects to PostgreSQL 14\.\d+, but Souk requires 15 or newer\.\n$/,
  );
});

test("a rejected database connection is reported without the password", async (t) => {
  const connectionWithWrongPassword = postgres.connectionString.replace(
    /:\/\/souk:[^@]*@/,
    "://souk:hunter2@",
  );
  const env = { DATABASE_URL: connectionWithWrongPassword, SOUK_SECRET_KEY };
  const { exitPromise, output } = await spawnServer(t, { dataDir: pickDataDir(), env });
  assert.equal(await exitPromise, 1);
  assert.match(output.stderr, /^DATABASE_URL does not connect to a usable database: [^\n]+\.\n$/);
  assert.doesNotMatch(output.stderr + output.stdout, /hunter2/);
});
