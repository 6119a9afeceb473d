import assert from "node:assert/strict";
import { test } from "node:test";
import { eventually } from "@souk/testkit";
import { dataDirectories } from "./testing/data-directories.ts";
import { startServerProcess } from "./testing/server-process.ts";
import { visitor } from "./testing/visitor.ts";

const newDataDir = dataDirectories();

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
  const { signIn, call } = visitor(server);
  assert.equal(await signIn({ email: "merchant@demo.test", password: "souk-demo" }), 200);
  const { stores } = (await call("GET", "/stores.json")).json<{
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
