import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import {
  createBrowser,
  createHttpClient,
  eventually,
  findFreePort,
  startPostgres15,
  startTestPlatform,
  type TestPlatform,
} from "@souk/testkit";

const root = join(import.meta.dirname, "../..");
/** The temporary folder with the data directories of the tests. */
let temporaryFolder: string;
let testPlatform: TestPlatform;
/** A data directory with a ready.json and a secret key, as if the server that uses it were the test platform. */
let dataDir: string;

before(async () => {
  temporaryFolder = await mkdtemp(join(tmpdir(), "souk-cli-"));
  // If the test runs as root, PostgreSQL runs as another user, who must be able to traverse the folder.
  await chmod(temporaryFolder, 0o755);
  testPlatform = await startTestPlatform();
  dataDir = join(temporaryFolder, "running");
  await mkdir(dataDir);
  await writeReadyFile(testPlatform.port);
  await writeFile(join(dataDir, "secret.key"), testPlatform.secretKey.toString("hex"), { mode: 0o600 });
});

after(async () => {
  await testPlatform.stop();
  await rm(temporaryFolder, { recursive: true });
});

function writeReadyFile(port: number): Promise<void> {
  const ready = {
    pid: process.pid,
    started_at: "2026-11-21T00:00:00.000Z",
    version: "0.1.0",
    addresses: {
      admin: testPlatform.addresses.adminOrigin,
      partners: testPlatform.addresses.partnersOrigin,
      store: testPlatform.addresses.storeOrigin("{handle}"),
    },
    listening: [{ address: "127.0.0.1", port }],
  };
  return writeFile(join(dataDir, "ready.json"), JSON.stringify(ready));
}

interface CommandResult {
  code: number;
  stdout: string;
  stderr: string;
}

/** Run a souk command. @param input the text that is piped to its standard input */
async function runSouk(
  args: readonly string[],
  env: Record<string, string> = {},
  input = "",
): Promise<CommandResult> {
  const child = spawn(process.execPath, [join(root, "apps/cli/main.ts"), ...args], {
    cwd: root,
    env: { SOUK_DATA_DIR: dataDir, ...env },
  });
  const output = { stdout: "", stderr: "" };
  child.stdout.setEncoding("utf8").on("data", (chunk: string) => (output.stdout += chunk));
  child.stderr.setEncoding("utf8").on("data", (chunk: string) => (output.stderr += chunk));
  child.stdin.end(input);
  const [code] = (await once(child, "close")) as [number];
  return { code, ...output };
}

async function signIn(email: string, password: string): Promise<{ status: number; text: string }> {
  const url = `${testPlatform.addresses.adminOrigin}/api/console/session.json`;
  return testPlatform.browser().call("POST", url, { session: { email, password } });
}

test("`souk staff create` creates an account that can sign in as staff", async () => {
  const args = ["staff", "create", "--email", "a@staff.test", "--name", "A", "--password", "a long password"];
  const result = await runSouk(args);
  assert.deepEqual(result, {
    code: 0,
    stdout: `a@staff.test can now sign in at ${testPlatform.addresses.adminOrigin}.\n`,
    stderr: "",
  });
  const { status, text } = await signIn("a@staff.test", "a long password");
  assert.equal(status, 200);
  assert.match(text, /"is_staff":true/);
});

test("`souk account create` creates an account that is not staff", async () => {
  const args = ["account", "create", "--email", "m@shops.test", "--password", "a long password"];
  const result = await runSouk(args);
  assert.deepEqual([result.code, result.stderr], [0, ""]);
  const { status, text } = await signIn("m@shops.test", "a long password");
  assert.equal(status, 200);
  assert.match(text, /"is_staff":false/);
  const secondResult = await runSouk(args);
  assert.match(
    secondResult.stderr,
    /^The server rejected the request: This email already has an account\. Sign in instead\.\n$/,
  );
});

test("`souk account remove-factors` removes an account's second factors and signs the account out", async () => {
  const email = "f@shops.test";
  await runSouk(["account", "create", "--email", email, "--password", "a long password"]);
  await testPlatform.database.query(
    `insert into passkeys (account_id, audience, name, credential_id, public_key, signature_count, created_at)
     select id, 'admin', 'Phone', 'id', 'key', 0, now() from accounts where email = $1`,
    [email],
  );
  assert.equal((await signIn(email, "a long password")).status, 401);
  const result = await runSouk(["account", "remove-factors", "--email", email]);
  assert.deepEqual(result, {
    code: 0,
    stdout: `${email} has no second factor anymore and was signed out everywhere. The password alone is now enough to sign in.\n`,
    stderr: "",
  });
  assert.equal((await signIn(email, "a long password")).status, 200);
  const unknownEmailResult = await runSouk(["account", "remove-factors", "--email", "x@shops.test"]);
  assert.match(unknownEmailResult.stderr, /: No account has this email\.\n$/);
});

test("`souk account password` sets a password and signs the account out", async () => {
  const email = "p@shops.test";
  await runSouk(["account", "create", "--email", email, "--password", "a long password"]);
  const result = await runSouk(["account", "password", "--email", email], {}, "another long password\n");
  assert.deepEqual(result, {
    code: 0,
    stdout: `${email} has a new password and was signed out everywhere.\n`,
    stderr: "",
  });
  assert.equal((await signIn(email, "a long password")).status, 401);
  assert.equal((await signIn(email, "another long password")).status, 200);
  const unknownEmailResult = await runSouk(
    ["account", "password", "--email", "x@shops.test"],
    {},
    "a long password\n",
  );
  assert.match(unknownEmailResult.stderr, /: No account has this email\.\n$/);
  const shortPasswordResult = await runSouk(["account", "password", "--email", email], {}, "short\n");
  assert.match(shortPasswordResult.stderr, /: password must have/);
});

test("`souk staff create` reads the password from a pipe", async () => {
  const result = await runSouk(["staff", "create", "--email", "b@staff.test"], {}, "a piped password\n");
  assert.equal(result.code, 0, result.stderr);
  assert.equal((await signIn("b@staff.test", "a piped password")).status, 200);
  const resultWithoutPassword = await runSouk(["staff", "create", "--email", "c@staff.test"]);
  assert.deepEqual(
    [resultWithoutPassword.code, resultWithoutPassword.stderr],
    [1, "No password was given. Pipe one line to standard input.\n"],
  );
});

test("`souk staff create` prints the server's error for an invalid field", async () => {
  const shortPasswordResult = await runSouk([
    "staff",
    "create",
    "--email",
    "d@staff.test",
    "--password",
    "short",
  ]);
  assert.equal(shortPasswordResult.code, 1);
  assert.match(
    shortPasswordResult.stderr,
    /^The server rejected the request: password must have at least 8 characters\.\n$/,
  );
  const duplicateEmailResult = await runSouk([
    "staff",
    "create",
    "--email",
    "a@staff.test",
    "--password",
    "another password",
  ]);
  assert.match(duplicateEmailResult.stderr, /: This email already has an account\. Sign in instead\.\n$/);
});

test("`souk staff create` with a wrong secret key reports an error and adds no account", async () => {
  const env = { SOUK_SECRET_KEY: "ab".repeat(32) };
  const args = ["staff", "create", "--email", "e@staff.test", "--password", "a long password"];
  const result = await runSouk(args, env);
  assert.equal(result.code, 1);
  assert.match(result.stderr, /The server uses a different secret key\.\n$/);
  assert.equal((await signIn("e@staff.test", "a long password")).status, 401);
});

test("`souk staff create` without a running server reports that no server can be reached", async () => {
  const missingDataDir = join(temporaryFolder, "missing");
  const args = ["staff", "create", "--email", "f@staff.test", "--password", "a long password"];
  const { code, stderr } = await runSouk(args, { SOUK_DATA_DIR: missingDataDir });
  assert.equal(code, 1);
  assert.equal(
    stderr,
    `No server is ready in ${missingDataDir}. Start one with npm start, or set SOUK_DATA_DIR to its data directory.\n`,
  );
  // A killed server leaves its ready.json behind, but nothing listens on its port anymore.
  await writeReadyFile(await findFreePort());
  const resultAfterKill = await runSouk(args);
  await writeReadyFile(testPlatform.port);
  assert.match(
    resultAfterKill.stderr,
    /^The server in ready\.json \(process \d+, .*\) does not respond: connect ECONNREFUSED/,
  );
});

test("`souk` reports an unknown command or option", async () => {
  const unknownCommandResult = await runSouk(["staff", "destroy"]);
  assert.equal(unknownCommandResult.code, 1);
  assert.match(unknownCommandResult.stderr, /^Unknown command: staff destroy\.\n\nUsage:/);
  const unknownOptionResult = await runSouk(["staff", "create", "--mail", "x"]);
  assert.deepEqual([unknownOptionResult.code, unknownOptionResult.stdout], [1, ""]);
  assert.match(unknownOptionResult.stderr, /Unknown option '--mail'/);
});

test("`souk help` lists the commands", async () => {
  const { code, stdout } = await runSouk(["help"]);
  assert.equal(code, 0);
  for (const words of ["staff create", "migrate", "doctor"])
    assert.ok(stdout.includes(`\n  ${words}`), words);
});

test("`souk migrate` updates an external or embedded database and says when it is up to date", async () => {
  const postgres = await startPostgres15();
  for (const env of [
    { DATABASE_URL: postgres.connectionString },
    { SOUK_DATA_DIR: join(temporaryFolder, "embedded") },
  ]) {
    assert.match((await runSouk(["migrate"], env)).stdout, /^Applied \d+ migrations\.\n$/);
    assert.deepEqual(await runSouk(["migrate"], env), {
      code: 0,
      stdout: "The database is up to date.\n",
      stderr: "",
    });
  }
  await postgres.stop();
});

test("`souk staff create` on a new production server needs only email and password", async (t) => {
  const [productionDataDir, port] = [join(temporaryFolder, "production"), await findFreePort()];
  const env = {
    SOUK_MODE: "production",
    SOUK_ALLOW_ROOT: "1",
    SOUK_PUBLIC_URL: `http://souk.localhost:${port}`,
    SOUK_HOST: "127.0.0.1",
    SOUK_PORT: String(port),
    SOUK_DATA_DIR: productionDataDir,
  };
  const server = spawn(process.execPath, [join(root, "apps/server/main.ts")], { cwd: root, env });
  const exitEvent = once(server, "exit");
  t.after(async () => {
    server.kill("SIGTERM");
    await exitEvent;
  });
  await eventually(() => readFile(join(productionDataDir, "ready.json")), { timeoutMs: 60_000 });
  const create = (password: string) =>
    runSouk(
      ["staff", "create", "--email", "first@staff.test"],
      { SOUK_DATA_DIR: productionDataDir },
      `${password}\n`,
    );
  const rejectedResult = await create("password1");
  assert.equal(rejectedResult.code, 1);
  assert.match(rejectedResult.stderr, /This password is easy to guess\. Many people use it/);
  const result = await create("a long password");
  assert.equal(result.code, 0, result.stderr);
  const client = createHttpClient({ host: "127.0.0.1", port });
  t.after(client.stop);
  const browser = createBrowser(client.request, () => true);
  const session = { email: "first@staff.test", password: "a long password" };
  const url = `http://admin.souk.localhost:${port}/api/console/session.json`;
  assert.equal((await browser.call("POST", url, { session })).status, 200);
});
