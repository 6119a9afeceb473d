import assert from "node:assert/strict";
import { chmod, mkdtemp, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { type Browser, browser, eventually } from "@souk/testkit";
import { readReadyFile } from "./ready-file.ts";
import { type ReadyServer, spawnServer, startServerProcess } from "./testing/server-process.ts";

let parent: string;

let number = 0;

// A folder that the user who runs PostgreSQL can reach, so that everything of it lies in there.
before(async () => {
  parent = await mkdtemp(join(tmpdir(), "souk-server-"));
  await chmod(parent, 0o755);
});

after(() => rm(parent, { recursive: true }));

function newDataDir(): string {
  return join(parent, `data-${++number}`);
}

const account = { email: "owner@start.test", password: "a password for tests", name: "Owner" };

function visitor({ client, port }: ReadyServer): { person: Browser; console: string } {
  const console = `http://admin.souk.localhost:${port}/api/console`;
  return { person: browser(client.request, ({ hostname }) => hostname.endsWith(".localhost")), console };
}

async function signUp(server: ReadyServer): Promise<number> {
  const { person, console } = visitor(server);
  return (await person.call("POST", `${console}/accounts.json`, { account })).status;
}

async function signIn(server: ReadyServer): Promise<number> {
  const { person, console } = visitor(server);
  const { email, password } = account;
  return (await person.call("POST", `${console}/session.json`, { session: { email, password } })).status;
}

test("a server says where it is, stops on SIGTERM, and a second start on the same data directory has the same data", async (t) => {
  const dataDir = newDataDir();
  const first = await startServerProcess(t, { dataDir });
  assert.deepEqual(first.ready.listening, [{ address: "127.0.0.1", port: first.port }]);
  assert.equal(await signUp(first), 200);
  assert.equal(await first.end("SIGTERM"), 0);
  await assert.rejects(readReadyFile(dataDir), { code: "ENOENT" });

  const second = await startServerProcess(t, { dataDir });
  assert.equal(await signIn(second), 200);
  assert.equal(await second.end("SIGINT"), 0);
});

test("a second server on the same data directory says so and stops, and the first goes on", async (t) => {
  const dataDir = newDataDir();
  const first = await startServerProcess(t, { dataDir });
  const second = await spawnServer(t, { dataDir });
  assert.equal(await second.ended, 1);
  assert.match(
    second.output.stderr,
    /^The data directory .* is in use by process \d+; stop that one first[^\n]*\n$/,
  );
  assert.equal((await readReadyFile(dataDir)).pid, first.child.pid);
  assert.equal(
    (await first.client.request(`http://admin.souk.localhost:${first.port}/health/ready`)).status,
    200,
  );

  const elsewhere = await spawnServer(t, {
    dataDir: newDataDir(),
    env: { SOUK_PORT: String(first.port) },
  });
  assert.equal(await elsewhere.ended, 1);
  assert.equal(
    elsewhere.output.stderr,
    `Port ${first.port} is in use by another program; stop that one, or choose another port with SOUK_PORT.\n`,
  );
  assert.equal(await first.end(), 0);
});

test("after kill -9 the next start takes up the data, and nothing of the killed one is left", async (t) => {
  const dataDir = newDataDir();
  const killed = await startServerProcess(t, { dataDir });
  assert.equal(await signUp(killed), 200);
  await killed.end("SIGKILL");
  assert.equal((await readReadyFile(dataDir)).pid, killed.child.pid, "a killed server cannot tidy up");
  const next = await startServerProcess(t, { dataDir });
  assert.equal(await signIn(next), 200);
  assert.equal(await next.end(), 0);
});

test("a bad value stops the start in one sentence each, before anything is made", async (t) => {
  const dataDir = join(parent, "never-made");
  const env = { SOUK_MODE: "live", SOUK_RATE_LIMIT_REFILL: "many" };
  const { ended, output } = await spawnServer(t, { dataDir, env });
  assert.equal(await ended, 1);
  assert.deepEqual(output.stderr.split("\n"), [
    'SOUK_MODE is "live", but it takes development or production.',
    'SOUK_RATE_LIMIT_REFILL is "many", but it takes a number above 0 and at most 1000000.',
    "",
  ]);
  await assert.rejects(stat(dataDir), { code: "ENOENT" });
});

test("a word of the command line that means nothing stops the start with what it takes", async (t) => {
  const dataDir = join(parent, "never-made");
  const bad = await spawnServer(t, { dataDir, args: ["--only", "sending"] });
  assert.equal(await bad.ended, 1);
  assert.equal(bad.output.stderr, '--only is "sending", but it takes api or delivery.\n');
  const help = await spawnServer(t, { dataDir, args: ["--help"] });
  assert.equal(await help.ended, 0);
  assert.match(help.output.stdout, /^Usage: npm start/);
});

test("a process that only delivers answers health and nothing else", async (t) => {
  const server = await startServerProcess(t, { dataDir: newDataDir(), args: ["--only", "delivery"] });
  const status = async (path: string) =>
    (await server.client.request(`http://admin.souk.localhost:${server.port}${path}`)).status;
  assert.deepEqual([await status("/health/ready"), await status("/sign-in")], [200, 404]);
  assert.equal(server.ready.role, "delivery");
  assert.equal(await server.end(), 0);
});

test("a development server makes a demo at its first start, and says who may sign in where", async (t) => {
  const dataDir = newDataDir();
  const server = await startServerProcess(t, {
    dataDir,
    env: { SOUK_MODE: "development", SOUK_PUBLIC_URL: "" },
  });
  const said = await eventually(
    () => server.output.stdout.includes("Data directory") && server.output.stdout,
  );
  assert.match(said, /^Souk \d+\.\d+\.\d+ is ready \(development, /);
  assert.ok(said.includes(`http://admin.souk.localhost:${server.port}\n`));
  assert.match(said, /merchant@demo\.test, partner@demo\.test, staff@demo\.test\n +Password +souk-demo\n/);
  assert.match(said, /client_secret \S+ \(shown this once\)/);
  const { person, console } = visitor(server);
  const session = { email: "merchant@demo.test", password: "souk-demo" };
  assert.equal((await person.call("POST", `${console}/session.json`, { session })).status, 200);
  const { stores } = (await person.call("GET", `${console}/stores.json`)).json<{
    stores: { handle: string }[];
  }>();
  assert.deepEqual(
    stores.map(({ handle }) => handle),
    ["demo"],
  );
  assert.equal(await server.end(), 0);
  assert.equal(server.output.stderr, "", "a development server that works has nothing to say");
});

test("production logs JSON on stdout, makes no demo, and tells how to make the first staff account", async (t) => {
  const dataDir = newDataDir();
  const env = { SOUK_PUBLIC_URL: "", SOUK_DOMAIN: "souk.example" };
  const server = await startServerProcess(t, { dataDir, env });
  const stderr = await eventually(() => server.output.stderr.includes("--email") && server.output.stderr);
  assert.match(stderr, /is ready \(production/);
  assert.match(stderr, /npm run souk -- staff create --email/);
  assert.doesNotMatch(stderr, /demo/i);
  assert.equal(server.ready.addresses.admin, "https://admin.souk.example");
  assert.equal(await server.end(), 0);
  const lines = server.output.stdout.trim().split("\n");
  const messages = lines.map((line) => (JSON.parse(line) as { msg: string }).msg);
  assert.ok(messages.includes("Ready.") && messages.at(-1) === "Stopped.", messages.join());
});
