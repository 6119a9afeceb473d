import assert from "node:assert/strict";
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, type TestContext, test } from "node:test";
import {
  callConsole,
  createHttpClient,
  eventually,
  findFreePort,
  type Person,
  type SeededStore,
  seedStore,
  signUp,
  startTestPlatform,
  type TestPlatform,
  testPassword,
} from "@souk/testkit";
import { type ProgramResult, readProgramEnv, runProgram } from "../testing/run-program.ts";

const root = join(import.meta.dirname, "../../..");
const template = join(import.meta.dirname, "../template");
const guide = join(root, "docs/guides/build-an-app.md");

/** The commands that the guide shows. The first test below creates, checks and runs an app as these commands do. */
const guideCommands = [
  "npm start",
  'npm run souk -- create-app ../my-souk-app --name "My Souk App" --register',
  "cd ../my-souk-app",
  "npm install",
  "npm run dev",
  "npm run check",
  "npm test",
];

/** The temporary folder in which the apps are created. */
let temporaryFolder: string;
let testPlatform: TestPlatform;

before(async () => {
  temporaryFolder = await mkdtemp(join(tmpdir(), "souk-create-app-"));
  testPlatform = await startTestPlatform();
});
after(async () => {
  await testPlatform.stop();
  await rm(temporaryFolder, { recursive: true });
});

function createApp(args: readonly string[], env: Record<string, string> = {}): Promise<ProgramResult> {
  const platform = ["--platform", testPlatform.addresses.partnersOrigin];
  const command = [process.execPath, join(root, "apps/cli/main.ts"), "create-app", ...args, ...platform];
  return runProgram(command, {
    cwd: root,
    env: { INIT_CWD: temporaryFolder, SOUK_DATA_DIR: temporaryFolder, ...env },
  });
}

async function runNpm(args: readonly string[], cwd: string): Promise<ProgramResult> {
  const result = await runProgram(["npm", ...args], { cwd });
  assert.equal(result.code, 0, `npm ${args.join(" ")} in ${cwd}:\n${result.stdout}\n${result.stderr}`);
  return result;
}

/** Run the app with `npm run dev` until the end of the test. */
function runApp(t: TestContext, cwd: string): { getOutput(): string } {
  // npm starts a watcher, and the watcher starts the app. The three run in one process group, so that one signal stops them all.
  const child: ChildProcess = spawn("npm", ["run", "dev"], { cwd, env: readProgramEnv(), detached: true });
  let output = "";
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding("utf8").on("data", (text: string) => (output += text));
  const closeEvent = once(child, "close");
  t.after(async () => {
    if (child.pid !== undefined) process.kill(-child.pid, "SIGTERM");
    await closeEvent;
  });
  return { getOutput: () => output };
}

/** Install the app in the store owner's browser. @returns a signed App URL of the installed app */
async function install(
  store: SeededStore,
  clientId: string,
  requestApp: (url: string) => Promise<{ location: string }>,
) {
  const { browser } = store.owner;
  const requestAppUrl = async (): Promise<string> => {
    const startInstall = ["POST", `${store.host_url}/api/console/apps/install.json`] as const;
    return (await callConsole<{ open: { url: string } }>(browser, startInstall, { app: clientId })).open.url;
  };
  const consent = await browser.followRedirects(
    await browser.open((await requestApp(await requestAppUrl())).location),
  );
  const approved = await browser.followRedirects(await browser.clickButton(consent, "Approve"));
  const installResponse = await requestApp(approved.redirectTarget);
  assert.equal(installResponse.location, `${store.host_url}/apps/installed/${clientId}`);
  return await requestAppUrl();
}

const testTimeoutMs = 180_000;

test("an app created by `souk create-app` runs, can be installed and receives stock webhooks", {
  timeout: testTimeoutMs,
}, async (t) => {
  const [partner, store, port] = await Promise.all([
    signUp(testPlatform, "partners"),
    seedStore(testPlatform, { products: 1 }),
    findFreePort(),
  ]);
  const args = ["my-souk-app", "--register", "--email", partner.email, "--port", String(port)];
  const result = await createApp(args, { SOUK_PASSWORD: testPassword });
  assert.equal(result.code, 0, result.stderr);
  const folder = join(temporaryFolder, "my-souk-app");
  const settings = await readFile(join(folder, ".env"), "utf8");
  assert.equal((await stat(join(folder, ".env"))).mode & 0o777, 0o600);
  const clientId = /^SOUK_CLIENT_ID=(souk_app_\w+)$/m.exec(settings)?.[1] ?? "";
  for (const line of ["cd my-souk-app", "npm install", "npm run dev", `/apps/install/${clientId}`])
    assert.ok(result.stdout.includes(line), result.stdout);
  assert.equal(await loadAppNames(partner), "My Souk App");

  await runNpm(["install", "--prefer-offline", "--no-audit", "--no-fund"], folder);
  await runNpm(["run", "check"], folder);
  assert.match((await runNpm(["test"], folder)).stdout, /pass 2\n/);

  const runningApp = runApp(t, folder);
  await eventually(
    () => runningApp.getOutput().includes(`My Souk App is listening at http://localhost:${port}/`),
    {
      timeoutMs: 20_000,
    },
  );
  const { request, stop } = createHttpClient({ host: "127.0.0.1", port });
  t.after(stop);
  const appUrl = await install(store, clientId, request);
  const page = await request(appUrl);
  assert.equal(page.status, 200);
  assert.ok(page.text.includes("<h1>My Souk App</h1>") && page.text.includes(new URL(store.origin).hostname));

  const [variant] = store.variants;
  const level = { variant_id: variant?.id, location_id: store.locations[0]?.id, quantity: 4321 };
  const setLevel = ["PUT", `${store.host_url}/api/4.0/inventory_levels/set.json`] as const;
  await callConsole(store.owner.browser, setLevel, level);
  await eventually(() => runningApp.getOutput().includes(`variant ${variant?.id} has 4321`));
});

async function loadAppNames({ browser }: Person): Promise<string> {
  const listApps = ["GET", `${testPlatform.addresses.partnersOrigin}/api/console/apps.json`] as const;
  const { apps } = await callConsole<{ apps: { name: string }[] }>(browser, listApps);
  return apps.map(({ name }) => name).join();
}

test("the guide to building an app shows the template's files and only tested commands", async () => {
  const text = await readFile(guide, "utf8");
  const blocks = [...text.matchAll(/^```(\w+)(?: file=(\S+))?(?: terminal=\w+)?\n(.*?)^```$/gms)];
  const shownFiles = blocks.flatMap(([, , name, content = ""]) =>
    name === undefined ? [] : [[name, content]],
  );
  const files = await Promise.all(
    shownFiles.map(async ([name = ""]) => [name, await readFile(join(template, name), "utf8")]),
  );
  assert.deepEqual(shownFiles, files);
  const codeFiles = (await readdir(template)).filter((name) => name.endsWith(".ts")).sort();
  assert.deepEqual(
    shownFiles
      .map(([name]) => name)
      .filter((name) => name?.endsWith(".ts"))
      .sort(),
    codeFiles,
  );
  const commands = blocks.flatMap(([, language, , content = ""]) =>
    language === "sh" ? content.trim().split("\n") : [],
  );
  assert.deepEqual(commands, guideCommands);
});

test("`souk create-app` without --register explains how to register the app and writes no .env", async () => {
  const invalidNameResult = await createApp(["plain", "--name", "Nori & Co"]);
  assert.match(invalidNameResult.stderr, /^--name is "Nori & Co"\. It must be at most 60 letters/);
  const { code, stdout } = await createApp(["plain/stock-alerts"]);
  assert.equal(code, 0);
  assert.match(stdout, /^Stock Alerts is in [^\n]+\/plain\/stock-alerts\. Next:\n/);
  assert.match(stdout, /register it at http:\/\/partners\.souk\.localhost:\d+ and copy the credentials/);
  const folder = join(temporaryFolder, "plain/stock-alerts");
  const names = await readdir(folder);
  assert.ok(names.includes(".env.example") && !names.includes(".env"), names.join());
  const manifest = JSON.parse(await readFile(join(folder, "package.json"), "utf8")) as { name: string };
  assert.equal(manifest.name, "stock-alerts");
});

test("`souk create-app` saves the client id from --client-id and the secret from the environment", async () => {
  const result = await createApp(["known", "--client-id", "souk_app_1"], { SOUK_CLIENT_SECRET: "souk_cs_1" });
  assert.equal(result.code, 0, result.stderr);
  const settings = await readFile(join(temporaryFolder, "known/.env"), "utf8");
  assert.match(settings, /^SOUK_CLIENT_ID=souk_app_1\nSOUK_CLIENT_SECRET=souk_cs_1\n/);
});

test("`souk create-app` does not change a folder that is not empty", async () => {
  const folder = join(temporaryFolder, "used");
  await mkdir(folder);
  await writeFile(join(folder, "diary.txt"), "Monday");
  const rejectedResult = await createApp(["used", "--client-id", "a"], { SOUK_CLIENT_SECRET: "b" });
  assert.equal(rejectedResult.code, 1);
  assert.equal(rejectedResult.stderr, `${folder} is not empty. Choose an empty or new folder.\n`);
  assert.deepEqual(await readdir(folder), ["diary.txt"]);
});

test("`souk create-app` with a wrong password or incomplete credentials writes no files", async () => {
  const wrongPasswordResult = await createApp(["x", "--register", "--email", "nobody@create.test"], {
    SOUK_PASSWORD: "no",
  });
  assert.match(
    wrongPasswordResult.stderr,
    /rejected the email or password of nobody@create\.test\. Use --email/,
  );
  const missingSecretResult = await createApp(["x", "--client-id", "a"]);
  assert.match(
    missingSecretResult.stderr,
    /^--client-id requires the app's secret in the environment variable SOUK_CLIENT_SECRET/,
  );
  const secretOptionResult = await createApp(["x", "--client-id", "a", "--client-secret", "b"]);
  assert.equal(secretOptionResult.code, 1, "a secret on a command line would be visible to other users");
  const bothOptionsResult = await createApp(["x", "--register", "--client-id", "a"], {
    SOUK_CLIENT_SECRET: "b",
  });
  assert.match(bothOptionsResult.stderr, /^Use either --register or --client-id/);
  const insecurePlatformResult = await createApp([
    "x",
    "--register",
    "--platform",
    "http://partners.souk.example",
  ]);
  assert.equal(insecurePlatformResult.code, 1);
  assert.ok(!(await readdir(temporaryFolder)).includes("x"));
});
