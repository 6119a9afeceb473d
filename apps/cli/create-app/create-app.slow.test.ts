import assert from "node:assert/strict";
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, type TestContext, test } from "node:test";
import {
  consoleCall,
  eventually,
  freePort,
  httpClient,
  type Person,
  type SeededStore,
  seedStore,
  signUp,
  type TestPlatform,
  testPassword,
  testPlatform,
} from "@souk/testkit";
import { type Run, runProgram } from "../testing/run-program.ts";

const root = join(import.meta.dirname, "../../..");
const template = join(import.meta.dirname, "../template");
const guide = join(root, "docs/guides/build-an-app.md");

/** The commands in the guide, in order; the first test below runs them too. */
const guideCommands = [
  "npm start",
  'npm run souk -- create-app ../my-souk-app --name "My Souk App" --register',
  "cd ../my-souk-app",
  "npm install",
  "npm run dev",
  "npm run check",
  "npm test",
];

let parent: string;
let testing: TestPlatform;

before(async () => {
  parent = await mkdtemp(join(tmpdir(), "souk-create-app-"));
  testing = await testPlatform();
});
after(async () => {
  await testing.stop();
  await rm(parent, { recursive: true });
});

function createApp(args: readonly string[], env: Record<string, string> = {}): Promise<Run> {
  const platform = ["--platform", testing.addresses.partnersOrigin];
  const command = [process.execPath, join(root, "apps/cli/main.ts"), "create-app", ...args, ...platform];
  return runProgram(command, { cwd: root, env: { INIT_CWD: parent, SOUK_DATA_DIR: parent, ...env } });
}

async function npm(args: readonly string[], cwd: string): Promise<Run> {
  const done = await runProgram(["npm", ...args], { cwd });
  assert.equal(done.code, 0, `npm ${args.join(" ")} in ${cwd}:\n${done.stdout}\n${done.stderr}`);
  return done;
}

/** Run the app as its developer does, until the end of the test. */
function runApp(t: TestContext, cwd: string): { getOutput(): string } {
  const { PATH, HOME } = process.env;
  // In its own process group: npm starts a watcher, and the watcher starts the app.
  const child: ChildProcess = spawn("npm", ["run", "dev"], { cwd, env: { PATH, HOME }, detached: true });
  let output = "";
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding("utf8").on("data", (text: string) => (output += text));
  const ended = once(child, "close");
  t.after(async () => {
    if (child.pid !== undefined) process.kill(-child.pid, "SIGTERM");
    await ended;
  });
  return { getOutput: () => output };
}

/** Install the app in the store owner's browser and return a signed App URL of the installed app. */
async function install(
  store: SeededStore,
  clientId: string,
  app: (url: string) => Promise<{ location: string }>,
) {
  const { browser } = store.owner;
  const buildAppUrl = async (): Promise<string> => {
    const start = ["POST", `${store.host_url}/api/console/apps/install.json`] as const;
    return (await consoleCall<{ open: { url: string } }>(browser, start, { app: clientId })).open.url;
  };
  const consent = await browser.follow(await browser.open((await app(await buildAppUrl())).location));
  const approved = await browser.follow(await browser.press(consent, "Approve"));
  const installed = await app(approved.leadsTo);
  assert.equal(installed.location, `${store.host_url}/apps/installed/${clientId}`);
  return await buildAppUrl();
}

const testTimeoutMs = 180_000;

test("a created app runs, is installed in a store and receives stock webhooks", {
  timeout: testTimeoutMs,
}, async (t) => {
  const [partner, store, port] = await Promise.all([
    signUp(testing, "partners"),
    seedStore(testing, { products: 1 }),
    freePort(),
  ]);
  const args = ["my-souk-app", "--register", "--email", partner.email, "--port", String(port)];
  const result = await createApp(args, { SOUK_PASSWORD: testPassword });
  assert.equal(result.code, 0, result.stderr);
  const folder = join(parent, "my-souk-app");
  const settings = await readFile(join(folder, ".env"), "utf8");
  assert.equal((await stat(join(folder, ".env"))).mode & 0o777, 0o600);
  const clientId = /^SOUK_CLIENT_ID=(souk_app_\w+)$/m.exec(settings)?.[1] ?? "";
  for (const line of ["cd my-souk-app", "npm install", "npm run dev", `/apps/install/${clientId}`])
    assert.ok(result.stdout.includes(line), result.stdout);
  assert.equal(await loadAppNames(partner), "My Souk App");

  await npm(["install", "--prefer-offline", "--no-audit", "--no-fund"], folder);
  await npm(["run", "check"], folder);
  assert.match((await npm(["test"], folder)).stdout, /pass 2\n/);

  const running = runApp(t, folder);
  await eventually(
    () => running.getOutput().includes(`My Souk App is listening at http://localhost:${port}/`),
    {
      within: 20_000,
    },
  );
  const { request, stop } = httpClient({ host: "127.0.0.1", port });
  t.after(stop);
  const signed = await install(store, clientId, request);
  const page = await request(signed);
  assert.equal(page.status, 200);
  assert.ok(page.text.includes("<h1>My Souk App</h1>") && page.text.includes(new URL(store.origin).hostname));

  const [variant] = store.variants;
  const level = { variant_id: variant?.id, location_id: store.locations[0]?.id, quantity: 4321 };
  const set = ["PUT", `${store.host_url}/api/4.0/inventory_levels/set.json`] as const;
  await consoleCall(store.owner.browser, set, level);
  await eventually(() => running.getOutput().includes(`variant ${variant?.id} has 4321`));
});

async function loadAppNames({ browser }: Person): Promise<string> {
  const list = ["GET", `${testing.addresses.partnersOrigin}/api/console/apps.json`] as const;
  const { apps } = await consoleCall<{ apps: { name: string }[] }>(browser, list);
  return apps.map(({ name }) => name).join();
}

test("the guide shows the template's files and the commands of the test above", async () => {
  const text = await readFile(guide, "utf8");
  const blocks = [...text.matchAll(/^```(\w+)(?: file=(\S+))?(?: terminal=\w+)?\n(.*?)^```$/gms)];
  const shown = blocks.flatMap(([, , name, content = ""]) => (name === undefined ? [] : [[name, content]]));
  const files = await Promise.all(
    shown.map(async ([name = ""]) => [name, await readFile(join(template, name), "utf8")]),
  );
  assert.deepEqual(shown, files);
  const code = (await readdir(template)).filter((name) => name.endsWith(".ts")).sort();
  assert.deepEqual(
    shown
      .map(([name]) => name)
      .filter((name) => name?.endsWith(".ts"))
      .sort(),
    code,
  );
  const commands = blocks.flatMap(([, language, , content = ""]) =>
    language === "sh" ? content.trim().split("\n") : [],
  );
  assert.deepEqual(commands, guideCommands);
});

test("creating an unregistered app explains how to register it and writes no settings", async () => {
  const result = await createApp(["plain", "--name", "Nori & Co"]);
  assert.match(result.stderr, /^--name is "Nori & Co"\. It must be at most 60 letters/);
  const { code, stdout } = await createApp(["plain/stock-alerts"]);
  assert.equal(code, 0);
  assert.match(stdout, /^Stock Alerts is in [^\n]+\/plain\/stock-alerts\. Next:\n/);
  assert.match(stdout, /register it at http:\/\/partners\.souk\.localhost:\d+ and copy the credentials/);
  const folder = join(parent, "plain/stock-alerts");
  const names = await readdir(folder);
  assert.ok(names.includes(".env.example") && !names.includes(".env"), names.join());
  const manifest = JSON.parse(await readFile(join(folder, "package.json"), "utf8")) as { name: string };
  assert.equal(manifest.name, "stock-alerts");
});

test("an already registered app gets its client id and the environment's secret", async () => {
  const result = await createApp(["known", "--client-id", "souk_app_1"], { SOUK_CLIENT_SECRET: "souk_cs_1" });
  assert.equal(result.code, 0, result.stderr);
  const settings = await readFile(join(parent, "known/.env"), "utf8");
  assert.match(settings, /^SOUK_CLIENT_ID=souk_app_1\nSOUK_CLIENT_SECRET=souk_cs_1\n/);
});

test("a folder that is not empty stays unchanged", async () => {
  const folder = join(parent, "used");
  await mkdir(folder);
  await writeFile(join(folder, "diary.txt"), "Monday");
  const rejected = await createApp(["used", "--client-id", "a"], { SOUK_CLIENT_SECRET: "b" });
  assert.equal(rejected.code, 1);
  assert.equal(rejected.stderr, `${folder} is not empty. Choose an empty or new folder.\n`);
  assert.deepEqual(await readdir(folder), ["diary.txt"]);
});

test("a wrong password, half a credential pair or an unknown platform writes nothing", async () => {
  const wrong = await createApp(["x", "--register", "--email", "nobody@create.test"], {
    SOUK_PASSWORD: "no",
  });
  assert.match(wrong.stderr, /rejected the email or password of nobody@create\.test\. Use --email/);
  const half = await createApp(["x", "--client-id", "a"]);
  assert.match(
    half.stderr,
    /^--client-id requires the app's secret in the environment variable SOUK_CLIENT_SECRET/,
  );
  const shown = await createApp(["x", "--client-id", "a", "--client-secret", "b"]);
  assert.equal(shown.code, 1, "a secret on a command line would be visible to other users");
  const both = await createApp(["x", "--register", "--client-id", "a"], { SOUK_CLIENT_SECRET: "b" });
  assert.match(both.stderr, /^Use either --register or --client-id/);
  const elsewhere = await createApp(["x", "--register", "--platform", "http://partners.souk.example"]);
  assert.equal(elsewhere.code, 1);
  assert.ok(!(await readdir(parent)).includes("x"));
});
