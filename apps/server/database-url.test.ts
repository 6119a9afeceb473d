import assert from "node:assert/strict";
import { once } from "node:events";
import { type AddressInfo, connect, createServer } from "node:net";
import { join } from "node:path";
import { after, before, type TestContext, test } from "node:test";
import { type OwnPostgres, postgres15 } from "@souk/testkit";
import { dataDirectories } from "./testing/data-directories.ts";
import { spawnServer, startServerProcess } from "./testing/server-process.ts";
import { visitor } from "./testing/visitor.ts";

const SOUK_SECRET_KEY = "5e".repeat(32);
const newDataDir = dataDirectories();
let postgres: OwnPostgres;

before(async () => {
  postgres = await postgres15();
});

after(async () => {
  await postgres.stop();
});

/** The folder of the socket of a test's PostgreSQL, and what else its address says. */
function partsOf(connectionString: string): { socket: string; password: string } {
  const [, password = ""] = /:\/\/souk:([^@]*)@/.exec(connectionString) ?? [];
  const query = new URLSearchParams(connectionString.split("?")[1]);
  return { socket: join(query.get("host") ?? "", `.s.PGSQL.${query.get("port")}`), password };
}

/** Stands before a PostgreSQL on a port and says that its version is 14. */
async function aged(t: TestContext): Promise<string> {
  const { socket, password } = partsOf(postgres.connectionString);
  const proxy = createServer((client) => {
    const server = connect(socket);
    client.pipe(server);
    server.on("data", (bytes) => {
      client.write(Buffer.from(bytes.toString("latin1").replace(/\b15\.(?=\d)/g, "14."), "latin1"));
    });
    for (const end of [client, server]) {
      end.on("error", () => undefined);
      end.on("close", () => {
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

test("two servers on one PostgreSQL 15 serve the same shops, each with its data directory", async (t) => {
  const env = { DATABASE_URL: postgres.connectionString, SOUK_SECRET_KEY };
  const [one, other] = await Promise.all([
    startServerProcess(t, { dataDir: newDataDir(), env }),
    startServerProcess(t, { dataDir: newDataDir(), env, args: ["--only", "api"] }),
  ]);
  const account = { email: "two@url.test", password: "a password for tests", name: "Two" };
  assert.equal(await visitor(one).signUp(account), 200);
  assert.equal(await visitor(other).signIn(account), 200);
  assert.deepEqual(await Promise.all([one.end(), other.end()]), [0, 0]);
});

test("a server with another secret key is kept from the database", async (t) => {
  const env = { DATABASE_URL: postgres.connectionString, SOUK_SECRET_KEY: "ab".repeat(32) };
  const { ended, output } = await spawnServer(t, { dataDir: newDataDir(), env });
  assert.equal(await ended, 1);
  assert.match(output.stderr, /^The secrets in this database belong to the secret key [0-9a-f]{8}, but/);
});

test("a PostgreSQL older than 15 is refused in one sentence", async (t) => {
  const env = { DATABASE_URL: await aged(t), SOUK_SECRET_KEY };
  const { ended, output } = await spawnServer(t, { dataDir: newDataDir(), env });
  assert.equal(await ended, 1);
  assert.match(output.stderr, /^DATABASE_URL leads to PostgreSQL 14\.\d+, but Souk takes 15 or newer\.\n$/);
});

test("a database that refuses us is told in one sentence that has no password in it", async (t) => {
  const wrong = postgres.connectionString.replace(/:\/\/souk:[^@]*@/, "://souk:hunter2@");
  const env = { DATABASE_URL: wrong, SOUK_SECRET_KEY };
  const { ended, output } = await spawnServer(t, { dataDir: newDataDir(), env });
  assert.equal(await ended, 1);
  assert.match(output.stderr, /^DATABASE_URL leads to no database that can be used: [^\n]+\.\n$/);
  assert.doesNotMatch(output.stderr + output.stdout, /hunter2/);
});
