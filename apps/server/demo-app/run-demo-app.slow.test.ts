import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { eventually } from "@souk/testkit";
import { runDemoApp } from "./run-demo-app.ts";

let folder: string;

before(async () => {
  folder = await mkdtemp(join(tmpdir(), "souk-run-demo-app-"));
});
after(() => rm(folder, { recursive: true }));

async function writeProgram(name: string, text: string): Promise<string> {
  const path = join(folder, name);
  await writeFile(path, text);
  return path;
}

const longRunningCode =
  "console.log('pid', process.pid, 'of', process.env.NAME); setInterval(() => {}, 1000);";

/** Find the process id that was printed last. */
function findLastPid(lines: readonly string[]): number | undefined {
  const pids = lines.flatMap((line) => /^pid (\d+)/.exec(line)?.[1] ?? []);
  return pids.length === 0 ? undefined : Number(pids.at(-1));
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

test("when an example app exits, its output and exit code are printed and the app is restarted", async () => {
  const lines: string[] = [];
  const program = await writeProgram("failing.mjs", "console.error('no luck'); process.exit(3);");
  const runningApp = runDemoApp({ program, env: {}, print: (line) => lines.push(line) });
  await eventually(() => lines.filter((line) => line === "no luck").length === 2);
  await runningApp.stop();
  assert.deepEqual(lines.slice(0, 2), ["no luck", "Exited (code 3). Restarting in 1 s."]);
});

test("an example app runs with only the environment variables that are passed to it", async () => {
  const lines: string[] = [];
  const env = { NAME: "sync" };
  const runningApp = runDemoApp({
    program: await writeProgram(
      "env.mjs",
      `${longRunningCode}\nconsole.log(Object.keys(process.env).join());`,
    ),
    env,
    print: (line) => lines.push(line),
  });
  const pid = await eventually(() => lines.length === 2 && findLastPid(lines));
  assert.deepEqual([lines[0], lines[1]], [`pid ${pid} of sync`, "NAME"]);
  await runningApp.stop();
});

test("stopping an example app ends its process", async () => {
  const lines: string[] = [];
  const program = await writeProgram("long-running.mjs", longRunningCode);
  const runningApp = runDemoApp({ program, env: {}, print: (line) => lines.push(line) });
  const pid = await eventually(() => findLastPid(lines));
  await runningApp.stop();
  assert.equal(isAlive(pid), false);
});

test("an example app that ignores SIGTERM is killed without waiting when the stop is urgent", async () => {
  const lines: string[] = [];
  const program = await writeProgram(
    "ignore-sigterm.mjs",
    `process.on('SIGTERM', () => {});\n${longRunningCode}`,
  );
  const runningApp = runDemoApp({ program, env: {}, print: (line) => lines.push(line) });
  const pid = await eventually(() => findLastPid(lines));
  const hurryController = new AbortController();
  const startedAt = performance.now();
  const stopPromise = runningApp.stop(hurryController.signal);
  hurryController.abort();
  await stopPromise;
  const gracePeriodMs = 3_000;
  assert.ok(performance.now() - startedAt < gracePeriodMs - 100, "the stop waited for the grace period");
  assert.equal(isAlive(pid), false);
});

test("an example app ends when its server is killed, even if it ignores SIGTERM", async () => {
  const modulePath = JSON.stringify(join(import.meta.dirname, "run-demo-app.ts"));
  const programText = `process.on('SIGTERM', () => console.log('asked'));\n${longRunningCode}`;
  const programPath = JSON.stringify(await writeProgram("child.mjs", programText));
  const parent = await writeProgram(
    "parent.mjs",
    `import { runDemoApp } from ${modulePath}; runDemoApp({ program: ${programPath}, env: {}, print: console.log });`,
  );
  const server = spawn(process.execPath, [parent], { stdio: ["ignore", "pipe", "inherit"] });
  let output = "";
  server.stdout.setEncoding("utf8").on("data", (text: string) => (output += text));
  const pid = await eventually(() => findLastPid(output.split("\n")));
  server.kill("SIGKILL");
  await once(server, "exit");
  await eventually(() => !isAlive(pid), { timeoutMs: 60_000 });
});
