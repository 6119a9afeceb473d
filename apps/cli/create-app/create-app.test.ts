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
  type SeededShop,
  seedShop,
  signUp,
  type TestPlatform,
  testPassword,
  testPlatform,
} from "@souk/testkit";
import { type Run, runProgram } from "../testing/run-program.ts";

const root = join(import.meta.dirname, "../../..");
const template = join(import.meta.dirname, "../template");
const guide = join(root, "docs/guides/build-an-app.md");

/** What the guide has its reader type, in its order; the long test below does the same. */
const typed = [
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

/** Runs the app as its developer does, until the end of the test. */
function runApp(t: TestContext, cwd: string): { said(): string } {
  const { PATH, HOME } = process.env;
  // In a group of its own: npm starts a watcher, and the watcher starts the app.
  const child: ChildProcess = spawn("npm", ["run", "dev"], { cwd, env: { PATH, HOME }, detached: true });
  let said = "";
  for (const output of [child.stdout, child.stderr])
    output?.setEncoding("utf8").on("data", (text: string) => (said += text));
  const ended = once(child, "close");
  t.after(async () => {
    if (child.pid !== undefined) process.kill(-child.pid, "SIGTERM");
    await ended;
  });
  return { said: () => said };
}

/** Takes the browser of the shop's owner through the installation, and answers a signed App URL of the installed app. */
async function install(
  shop: SeededShop,
  clientId: string,
  app: (url: string) => Promise<{ location: string }>,
) {
  const { browser } = shop.owner;
  const address = async (): Promise<string> => {
    const start = ["POST", `${shop.host_url}/api/console/apps/install.json`] as const;
    return (await consoleCall<{ open: { url: string } }>(browser, start, { app: clientId })).open.url;
  };
  const consent = await browser.follow(await browser.open((await app(await address())).location));
  const approved = await browser.follow(await browser.press(consent, "Approve"));
  const installed = await app(approved.leadsTo);
  assert.equal(installed.location, `${shop.host_url}/apps/installed/${clientId}`);
  return await address();
}

const longestMs = 180_000;

test("an app that is created runs, is installed in a shop and hears of its stock", {
  timeout: longestMs,
}, async (t) => {
  const [partner, shop, port] = await Promise.all([
    signUp(testing, "partners"),
    seedShop(testing, { products: 1 }),
    freePort(),
  ]);
  const args = ["my-souk-app", "--register", "--email", partner.email, "--port", String(port)];
  const made = await createApp(args, { SOUK_PASSWORD: testPassword });
  assert.equal(made.code, 0, made.stderr);
  const folder = join(parent, "my-souk-app");
  const settings = await readFile(join(folder, ".env"), "utf8");
  assert.equal((await stat(join(folder, ".env"))).mode & 0o777, 0o600);
  const clientId = /^SOUK_CLIENT_ID=(souk_app_\w+)$/m.exec(settings)?.[1] ?? "";
  for (const line of ["cd my-souk-app", "npm install", "npm run dev", `/apps/install/${clientId}`])
    assert.ok(made.stdout.includes(line), made.stdout);
  assert.equal(await ownApps(partner), "My Souk App");

  await npm(["install", "--prefer-offline", "--no-audit", "--no-fund"], folder);
  await npm(["run", "check"], folder);
  assert.match((await npm(["test"], folder)).stdout, /pass 2\n/);

  const running = runApp(t, folder);
  await eventually(() => running.said().includes(`My Souk App listens on port ${port}`), { within: 20_000 });
  const { request, stop } = httpClient({ host: "127.0.0.1", port });
  t.after(stop);
  const signed = await install(shop, clientId, request);
  const page = await request(signed);
  assert.equal(page.status, 200);
  assert.ok(page.text.includes("<h1>My Souk App</h1>") && page.text.includes(new URL(shop.origin).hostname));

  const [variant] = shop.variants;
  const level = { variant_id: variant?.id, location_id: shop.locations[0]?.id, quantity: 4321 };
  const set = ["PUT", `${shop.host_url}/api/4.0/inventory_levels/set.json`] as const;
  await consoleCall(shop.owner.browser, set, level);
  await eventually(() => running.said().includes(`variant ${variant?.id} has 4321`));
});

async function ownApps({ browser }: Person): Promise<string> {
  const list = ["GET", `${testing.addresses.partnersOrigin}/api/console/apps.json`] as const;
  const { apps } = await consoleCall<{ apps: { name: string }[] }>(browser, list);
  return apps.map(({ name }) => name).join();
}

test("what the guide shows are the template's files, and what it has typed is what the test above does", async () => {
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
  assert.deepEqual(commands, typed);
});

test("an app that nobody has registered yet is told how, and keeps no settings", async () => {
  const made = await createApp(["plain", "--name", "Nori & Co"]);
  assert.match(made.stderr, /^--name is "Nori & Co", but it takes up to 60 letters/);
  const { code, stdout } = await createApp(["plain/stock-alerts"]);
  assert.equal(code, 0);
  assert.match(stdout, /^Stock Alerts is in [^\n]+\/plain\/stock-alerts\. Next:\n/);
  assert.match(stdout, /register it at http:\/\/partners\.souk\.localhost:\d+ and write what you are shown/);
  const folder = join(parent, "plain/stock-alerts");
  const names = await readdir(folder);
  assert.ok(names.includes(".env.example") && !names.includes(".env"), names.join());
  const manifest = JSON.parse(await readFile(join(folder, "package.json"), "utf8")) as { name: string };
  assert.equal(manifest.name, "stock-alerts");
});

test("an app that was registered before is written with its client id and the secret of the environment", async () => {
  const made = await createApp(["known", "--client-id", "souk_app_1"], { SOUK_CLIENT_SECRET: "souk_cs_1" });
  assert.equal(made.code, 0, made.stderr);
  const settings = await readFile(join(parent, "known/.env"), "utf8");
  assert.match(settings, /^SOUK_CLIENT_ID=souk_app_1\nSOUK_CLIENT_SECRET=souk_cs_1\n/);
});

test("a folder with something in it is left as it is", async () => {
  const folder = join(parent, "used");
  await mkdir(folder);
  await writeFile(join(folder, "diary.txt"), "Monday");
  const refused = await createApp(["used", "--client-id", "a"], { SOUK_CLIENT_SECRET: "b" });
  assert.equal(refused.code, 1);
  assert.equal(refused.stderr, `${folder} is not empty; name a folder that is, or is not there yet.\n`);
  assert.deepEqual(await readdir(folder), ["diary.txt"]);
});

test("a wrong password, half a pair of credentials and a strange platform are refused before anything is written", async () => {
  const wrong = await createApp(["x", "--register", "--email", "nobody@create.test"], {
    SOUK_PASSWORD: "no",
  });
  assert.match(wrong.stderr, /does not let nobody@create\.test in with this password\. --email names/);
  const half = await createApp(["x", "--client-id", "a"]);
  assert.match(half.stderr, /^--client-id goes with the app's secret in SOUK_CLIENT_SECRET/);
  const shown = await createApp(["x", "--client-id", "a", "--client-secret", "b"]);
  assert.equal(shown.code, 1, "no secret stands on a command line, which others of the machine read");
  const both = await createApp(["x", "--register", "--client-id", "a"], { SOUK_CLIENT_SECRET: "b" });
  assert.match(both.stderr, /^Either --register or --client-id/);
  const elsewhere = await createApp(["x", "--register", "--platform", "http://partners.souk.example"]);
  assert.equal(elsewhere.code, 1);
  assert.ok(!(await readdir(parent)).includes("x"));
});
