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

async function program(name: string, text: string): Promise<string> {
  const path = join(folder, name);
  await writeFile(path, text);
  return path;
}

const staying = "console.log('pid', process.pid, 'of', process.env.NAME); setInterval(() => {}, 1000);";

/** The number of the process that said it last. */
function pidIn(lines: readonly string[]): number | undefined {
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

test("an app that ends by itself is started again, and its lines and its end are told", async () => {
  const lines: string[] = [];
  const failing = await program("failing.mjs", "console.error('no luck'); process.exit(3);");
  const running = runDemoApp({ program: failing, env: {}, say: (line) => lines.push(line) });
  await eventually(() => lines.filter((line) => line === "no luck").length === 2);
  await running.stop();
  assert.deepEqual(lines.slice(0, 2), ["no luck", "It has ended (code 3); it is started again in 1 s."]);
});

test("an app gets the environment that it is given and nothing else, and ends when it is stopped", async () => {
  const lines: string[] = [];
  const env = { NAME: "sync" };
  const running = runDemoApp({
    program: await program("env.mjs", `${staying}\nconsole.log(Object.keys(process.env).join());`),
    env,
    say: (line) => lines.push(line),
  });
  const pid = await eventually(() => lines.length === 2 && pidIn(lines));
  assert.deepEqual([lines[0], lines[1]], [`pid ${pid} of sync`, "NAME"]);
  await running.stop();
  assert.equal(isAlive(pid), false);
});

test("an app that does not end when it is asked to is ended at once when there is a hurry", async () => {
  const lines: string[] = [];
  const stubborn = await program("stubborn.mjs", `process.on('SIGTERM', () => {});\n${staying}`);
  const running = runDemoApp({ program: stubborn, env: {}, say: (line) => lines.push(line) });
  const pid = await eventually(() => pidIn(lines));
  const hurry = new AbortController();
  const begin = performance.now();
  const stopped = running.stop(hurry.signal);
  hurry.abort();
  await stopped;
  assert.ok(performance.now() - begin < 2_900, "its grace of 3 s is waited for");
  assert.equal(isAlive(pid), false);
});

test("an app ends when the server that runs it is killed, even one that does not end when it is asked to", async () => {
  const runner = JSON.stringify(join(import.meta.dirname, "run-demo-app.ts"));
  const stubborn = `process.on('SIGTERM', () => console.log('asked'));\n${staying}`;
  const app = JSON.stringify(await program("child.mjs", stubborn));
  const parent = await program(
    "parent.mjs",
    `import { runDemoApp } from ${runner}; runDemoApp({ program: ${app}, env: {}, say: console.log });`,
  );
  const server = spawn(process.execPath, [parent], { stdio: ["ignore", "pipe", "inherit"] });
  let said = "";
  server.stdout.setEncoding("utf8").on("data", (text: string) => (said += text));
  const pid = await eventually(() => pidIn(said.split("\n")));
  server.kill("SIGKILL");
  await once(server, "exit");
  await eventually(() => !isAlive(pid), { within: 60_000 });
});
