import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

/** A platform in a separate process. */
export interface PlatformProcess {
  origin: string;
  /** The time from the start of the command until ready.json exists, in ms. */
  readyAfterMs: number;
  /** Return the current resident memory of the server's process, in MiB, without PostgreSQL. */
  readMemoryMiB(): Promise<number>;
  /** Send SIGTERM and wait until the process has ended. */
  stop(): Promise<void>;
}

export interface PlatformSettings {
  /** The platform's data directory. */
  dataDir: string;
  port: number;
  /** The command: `npm start`, as a person runs it, or the server's main file with Node. */
  startedWith: "npm" | "node";
  /** The role of the process; all roles when omitted. */
  role?: "api" | "delivery";
  /** The environment variables SOUK_* and DATABASE_URL. */
  variables: Readonly<Record<string, string>>;
}

const root = resolve(import.meta.dirname, "..");
const startTimeoutMs = 60_000;
const stopTimeoutMs = 30_000;
const pollMs = 2;
/** The maximum number of characters of the process's error output that an error message contains. */
const maxErrorOutputLength = 4_000;

const commands = {
  npm: ["npm", "start", "--silent"],
  node: [process.execPath, "apps/server/main.ts"],
} as const;

interface ReadyFile {
  pid: number;
}

// A ready.json of an earlier start may still exist, so a file with the same content as before the start does not count.
async function readReadyFile(path: string, previousText: string | null): Promise<ReadyFile | null> {
  const text = await readFile(path, "utf8").catch(() => null);
  if (text === null || text === previousText) return null;
  return JSON.parse(text) as ReadyFile;
}

async function waitUntilReady(
  child: ChildProcess,
  path: string,
  previousText: string | null,
): Promise<ReadyFile> {
  const deadline = performance.now() + startTimeoutMs;
  while (performance.now() < deadline && child.exitCode === null) {
    const ready = await readReadyFile(path, previousText);
    if (ready) return ready;
    await sleep(pollMs);
  }
  throw new Error(
    child.exitCode === null ? "The start timed out." : `The process exited with code ${child.exitCode}.`,
  );
}

/**
 * End a process that did not become ready. SIGTERM reaches the server through npm, and the server stops its PostgreSQL.
 * SIGKILL is the last resort: npm cannot pass it on to the server, and a killed server does not stop its PostgreSQL.
 */
async function terminate(child: ChildProcess, exitEvent: Promise<unknown>): Promise<void> {
  if (!child.kill("SIGTERM")) return;
  const killTimer = setTimeout(() => child.kill("SIGKILL"), stopTimeoutMs);
  await exitEvent;
  clearTimeout(killTimer);
}

async function readResidentMiB(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, "utf8");
  return Number(/^VmRSS:\s+(\d+)/m.exec(status)?.[1] ?? 0) / 1024;
}

/** Start a platform and wait until it is ready. */
export async function startPlatform(settings: PlatformSettings): Promise<PlatformProcess> {
  const { dataDir, port, startedWith, role, variables } = settings;
  const [program, ...startArgs] = commands[startedWith];
  const args = role === undefined ? startArgs : [...startArgs, "--only", role];
  const path = join(dataDir, "ready.json");
  const previousText = await readFile(path, "utf8").catch(() => null);
  const startedAt = performance.now();
  const child = spawn(program, args, {
    cwd: root,
    env: { ...process.env, SOUK_DATA_DIR: dataDir, SOUK_PORT: String(port), ...variables },
    stdio: ["ignore", "ignore", "pipe"],
  });
  let errorOutput = "";
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    errorOutput = (errorOutput + text).slice(-maxErrorOutputLength);
  });
  const exitEvent = once(child, "exit");
  const { pid } = await waitUntilReady(child, path, previousText).catch(async (error: unknown) => {
    await terminate(child, exitEvent);
    throw new Error(`The platform did not become ready. Its output:\n${errorOutput}`, { cause: error });
  });
  const readyAfterMs = performance.now() - startedAt;
  return {
    origin: `http://127.0.0.1:${port}`,
    readyAfterMs,
    readMemoryMiB: () => readResidentMiB(pid),
    stop: async () => {
      process.kill(pid, "SIGTERM");
      await exitEvent;
    },
  };
}
