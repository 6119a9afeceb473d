import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

/** A platform in a process of its own, started as `npm start` starts it. */
export interface PlatformProcess {
  origin: string;
  /** The time from the start of the command to ready.json, in ms. */
  readyAfterMs: number;
  /** Return the resident memory of the server's process now, in MiB, without PostgreSQL. */
  memoryMiB(): Promise<number>;
  /** Ask the process to end and wait until it has. */
  stop(): Promise<void>;
}

export interface PlatformSettings {
  /** Its data directory. */
  dataDir: string;
  port: number;
  /** The way it is started: through npm, as a person does it, or the server alone. */
  through: "npm" | "node";
  /** The role of the process; all roles when omitted. */
  only?: "api" | "delivery";
  /** SOUK_* and DATABASE_URL. */
  variables: Readonly<Record<string, string>>;
}

const root = resolve(import.meta.dirname, "..");
const longestStartMs = 60_000;
const longestStopMs = 30_000;
const pollMs = 2;
const maxErrorOutput = 4_000;

const commands = {
  npm: ["npm", "start", "--silent"],
  node: [process.execPath, "apps/server/main.ts"],
} as const;

interface Ready {
  pid: number;
}

// A former start's ready.json may still lie there: only one that names a living process of now counts.
async function readReady(path: string, before: string | null): Promise<Ready | null> {
  const text = await readFile(path, "utf8").catch(() => null);
  if (text === null || text === before) return null;
  return JSON.parse(text) as Ready;
}

async function untilReady(child: ChildProcess, path: string, before: string | null): Promise<Ready> {
  const end = performance.now() + longestStartMs;
  while (performance.now() < end && child.exitCode === null) {
    const ready = await readReady(path, before);
    if (ready) return ready;
    await sleep(pollMs);
  }
  throw new Error(child.exitCode === null ? "It took too long." : `It ended with ${child.exitCode}.`);
}

/**
 * End a process that comes too late. SIGTERM reaches the server through npm, and has it stop its PostgreSQL; SIGKILL
 * would do neither.
 */
async function end(child: ChildProcess, ended: Promise<unknown>): Promise<void> {
  if (!child.kill("SIGTERM")) return;
  const watch = setTimeout(() => child.kill("SIGKILL"), longestStopMs);
  await ended;
  clearTimeout(watch);
}

async function residentMiB(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, "utf8");
  return Number(/^VmRSS:\s+(\d+)/m.exec(status)?.[1] ?? 0) / 1024;
}

/** Start a platform and wait until it is ready. */
export async function startPlatform(settings: PlatformSettings): Promise<PlatformProcess> {
  const { dataDir, port, through, only, variables } = settings;
  const [program, ...start] = commands[through];
  const args = only === undefined ? start : [...start, "--only", only];
  const path = join(dataDir, "ready.json");
  const before = await readFile(path, "utf8").catch(() => null);
  const begin = performance.now();
  const child = spawn(program, args, {
    cwd: root,
    env: { ...process.env, SOUK_DATA_DIR: dataDir, SOUK_PORT: String(port), ...variables },
    stdio: ["ignore", "ignore", "pipe"],
  });
  let errorOutput = "";
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    errorOutput = (errorOutput + text).slice(-maxErrorOutput);
  });
  const ended = once(child, "exit");
  const { pid } = await untilReady(child, path, before).catch(async (error: unknown) => {
    await end(child, ended);
    throw new Error(`The platform did not become ready. It said:\n${errorOutput}`, { cause: error });
  });
  const readyAfterMs = performance.now() - begin;
  return {
    origin: `http://127.0.0.1:${port}`,
    readyAfterMs,
    memoryMiB: () => residentMiB(pid),
    stop: async () => {
      process.kill(pid, "SIGTERM");
      await ended;
    },
  };
}
