import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import {
  browser,
  eventually,
  freePort,
  httpClient,
  postgres15,
  type TestPlatform,
  testPlatform,
} from "@souk/testkit";

const root = join(import.meta.dirname, "../..");
let parent: string;
let testing: TestPlatform;
/** A data directory that points to the test platform, as its server would have written it. */
let dataDir: string;

before(async () => {
  parent = await mkdtemp(join(tmpdir(), "souk-cli-"));
  await chmod(parent, 0o755);
  testing = await testPlatform();
  dataDir = join(parent, "running");
  await mkdir(dataDir);
  await writeReady(testing.port);
  await writeFile(join(dataDir, "secret.key"), testing.secretKey.toString("hex"), { mode: 0o600 });
});

after(async () => {
  await testing.stop();
  await rm(parent, { recursive: true });
});

function writeReady(port: number): Promise<void> {
  const ready = {
    pid: process.pid,
    started_at: "2026-11-21T00:00:00.000Z",
    version: "0.1.0",
    addresses: { admin: testing.addresses.adminOrigin, partners: testing.addresses.partnersOrigin },
    listening: [{ address: "127.0.0.1", port }],
  };
  return writeFile(join(dataDir, "ready.json"), JSON.stringify(ready));
}

interface Run {
  code: number;
  stdout: string;
  stderr: string;
}

async function souk(args: readonly string[], env: Record<string, string> = {}, input = ""): Promise<Run> {
  const child = spawn(process.execPath, [join(root, "apps/cli/main.ts"), ...args], {
    cwd: root,
    env: { SOUK_DATA_DIR: dataDir, ...env },
  });
  const text = { stdout: "", stderr: "" };
  child.stdout.setEncoding("utf8").on("data", (part: string) => (text.stdout += part));
  child.stderr.setEncoding("utf8").on("data", (part: string) => (text.stderr += part));
  child.stdin.end(input);
  const [code] = (await once(child, "close")) as [number];
  return { code, ...text };
}

async function signIn(email: string, password: string): Promise<{ status: number; text: string }> {
  const url = `${testing.addresses.adminOrigin}/api/console/session.json`;
  return testing.browser().call("POST", url, { session: { email, password } });
}

test("staff create creates an account that can sign in as staff", async () => {
  const args = ["staff", "create", "--email", "a@staff.test", "--name", "A", "--password", "a long password"];
  const result = await souk(args);
  assert.deepEqual(result, {
    code: 0,
    stdout: `a@staff.test can now sign in at ${testing.addresses.adminOrigin}.\n`,
    stderr: "",
  });
  const { status, text } = await signIn("a@staff.test", "a long password");
  assert.equal(status, 200);
  assert.match(text, /"is_staff":true/);
});

test("staff create reads the password from a pipe", async () => {
  const result = await souk(["staff", "create", "--email", "b@staff.test"], {}, "a piped password\n");
  assert.equal(result.code, 0, result.stderr);
  assert.equal((await signIn("b@staff.test", "a piped password")).status, 200);
  const none = await souk(["staff", "create", "--email", "c@staff.test"]);
  assert.deepEqual(
    [none.code, none.stderr],
    [1, "No password was given. Pipe one line to standard input.\n"],
  );
});

test("server errors name the field", async () => {
  const short = await souk(["staff", "create", "--email", "d@staff.test", "--password", "short"]);
  assert.equal(short.code, 1);
  assert.match(short.stderr, /^The server rejected the request: .+ password: .+\n$/);
  const duplicate = await souk([
    "staff",
    "create",
    "--email",
    "a@staff.test",
    "--password",
    "another password",
  ]);
  assert.match(duplicate.stderr, / email: This email already has an account\. Sign in instead\.\n$/);
});

test("a wrong secret key creates no account and is reported", async () => {
  const env = { SOUK_SECRET_KEY: "ab".repeat(32) };
  const args = ["staff", "create", "--email", "e@staff.test", "--password", "a long password"];
  const rejected = await souk(args, env);
  assert.equal(rejected.code, 1);
  assert.match(rejected.stderr, /The server uses a different secret key\.\n$/);
  assert.equal((await signIn("e@staff.test", "a long password")).status, 401);
});

test("a command without a running server names the data directory", async () => {
  const nowhere = join(parent, "nowhere");
  const args = ["staff", "create", "--email", "f@staff.test", "--password", "a long password"];
  const { code, stderr } = await souk(args, { SOUK_DATA_DIR: nowhere });
  assert.equal(code, 1);
  assert.equal(
    stderr,
    `No server is ready in ${nowhere}. Start one with npm start, or set SOUK_DATA_DIR to its data directory.\n`,
  );
  await writeReady(await freePort());
  const killed = await souk(args);
  await writeReady(testing.port);
  assert.match(
    killed.stderr,
    /^The server in ready\.json \(process \d+, .*\) does not respond: connect ECONNREFUSED/,
  );
});

test("an unknown command or option is reported, and help lists the commands", async () => {
  const unknown = await souk(["staff", "destroy"]);
  assert.equal(unknown.code, 1);
  assert.match(unknown.stderr, /^Unknown command: staff destroy\.\n\nUsage:/);
  const option = await souk(["staff", "create", "--mail", "x"]);
  assert.deepEqual([option.code, option.stdout], [1, ""]);
  assert.match(option.stderr, /Unknown option '--mail'/);
  const { code, stdout } = await souk(["help"]);
  assert.equal(code, 0);
  for (const words of ["staff create", "migrate", "doctor"])
    assert.ok(stdout.includes(`\n  ${words}`), words);
});

test("migrate updates an external or embedded database, then reports it up to date", async () => {
  const postgres = await postgres15();
  for (const env of [
    { DATABASE_URL: postgres.connectionString },
    { SOUK_DATA_DIR: join(parent, "embedded") },
  ]) {
    assert.match((await souk(["migrate"], env)).stdout, /^Applied \d+ migrations\.\n$/);
    assert.deepEqual(await souk(["migrate"], env), {
      code: 0,
      stdout: "The database is up to date.\n",
      stderr: "",
    });
  }
  await postgres.stop();
});

test("the doctor reports a running server as healthy", async () => {
  const { code, stdout } = await souk(["doctor"]);
  assert.equal(code, 0, stdout);
  assert.match(
    stdout,
    /ok {4}The server \(process \d+, version 0\.1\.0\) has been running since .* and is ready\./,
  );
  assert.match(stdout, /\nAll checks passed\.\n$/);
});

test("the doctor reports problems and how to fix them", async () => {
  const brokenDataDir = join(parent, "broken");
  await mkdir(brokenDataDir);
  await writeFile(join(brokenDataDir, "secret.key"), "ab".repeat(32), { mode: 0o644 });
  const env = {
    SOUK_DATA_DIR: brokenDataDir,
    SOUK_PORT: String(testing.port),
    DATABASE_URL: "postgresql://souk:hunter2@127.0.0.1:1/souk",
  };
  const { code, stdout } = await souk(["doctor"], env);
  assert.equal(code, 1);
  assert.match(stdout, /WRONG Other users can read .*secret\.key\. Run chmod 600/);
  assert.match(stdout, /WRONG Port \d+ cannot be used \(EADDRINUSE\)\. Choose another with SOUK_PORT\./);
  assert.match(stdout, /WRONG DATABASE_URL does not connect to a usable database: .*ECONNREFUSED/);
  assert.match(stdout, /\n3 of these checks failed\.\n$/);
  assert.doesNotMatch(stdout, /hunter2/);
});

test("the first staff account in production needs only an email and a password", async (t) => {
  const [ownDataDir, port] = [join(parent, "production"), await freePort()];
  const env = {
    SOUK_MODE: "production",
    SOUK_PUBLIC_URL: `http://souk.localhost:${port}`,
    SOUK_HOST: "127.0.0.1",
    SOUK_PORT: String(port),
    SOUK_DATA_DIR: ownDataDir,
  };
  const server = spawn(process.execPath, [join(root, "apps/server/main.ts")], { cwd: root, env });
  const ended = once(server, "exit");
  t.after(async () => {
    server.kill("SIGTERM");
    await ended;
  });
  await eventually(() => readFile(join(ownDataDir, "ready.json")), { within: 60_000 });
  const result = await souk(
    ["staff", "create", "--email", "first@staff.test"],
    { SOUK_DATA_DIR: ownDataDir },
    "a long password\n",
  );
  assert.equal(result.code, 0, result.stderr);
  const client = httpClient({ host: "127.0.0.1", port });
  t.after(client.stop);
  const person = browser(client.request, () => true);
  const session = { email: "first@staff.test", password: "a long password" };
  const url = `http://admin.souk.localhost:${port}/api/console/session.json`;
  assert.equal((await person.call("POST", url, { session })).status, 200);
});
