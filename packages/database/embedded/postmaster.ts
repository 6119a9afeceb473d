import { type ChildProcess, spawn } from "node:child_process";
import { open, readFile, stat, truncate } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { Log } from "../log.ts";
import type { Binaries } from "./binaries.ts";
import { readPostmasterFile } from "./postmaster-file.ts";
import { stopOrphan } from "./stop-orphan.ts";
import { stopProcess } from "./stop-process.ts";
import type { SystemUser } from "./system-user.ts";

export interface PostmasterOptions {
  binaries: Binaries;
  clusterDir: string;
  user: SystemUser | undefined;
  /** Command line after the directory. */
  settings: string[];
  logFile: string;
  log: Log;
}

/** A running PostgreSQL that is started again whenever it ends by itself. */
export interface Postmaster {
  /** `undefined` between an end and the next start. */
  pid(): number | undefined;
  stop(): Promise<void>;
}

const longestPauseMs = 3_000;

/** Starts PostgreSQL and answers when it takes connections. */
export async function startPostmaster(options: PostmasterOptions): Promise<Postmaster> {
  let child: ChildProcess | undefined = await startOnce(options);
  let stopped = false;
  let restarting: Promise<void> | undefined;

  function watch(running: ChildProcess): void {
    running.once("exit", (code, signal) => {
      child = undefined;
      if (stopped) return;
      options.log.error({ code, signal }, "PostgreSQL ended by itself; starting it again.");
      restarting = restart();
    });
  }

  async function restart(): Promise<void> {
    for (let pause = 50; !stopped; pause = Math.min(longestPauseMs, pause * 2)) {
      try {
        // Its sessions end by themselves, but for one that hangs: it would hold the shared memory for as long.
        await stopOrphan(options.clusterDir, options.log);
        const running = await startOnce(options);
        child = running;
        watch(running);
        // No warning, but whoever was told of the end by one must hear of this too.
        options.log.warn({ pid: running.pid }, "PostgreSQL is back.");
        return;
      } catch (error) {
        options.log.warn({ err: error }, "PostgreSQL did not start; trying again.");
        await sleep(pause);
      }
    }
  }

  watch(child);
  return {
    pid: () => child?.pid,
    stop: async () => {
      stopped = true;
      await restarting;
      if (child?.pid === undefined) return;
      const gone = new Promise((resolve) => child?.once("exit", resolve));
      await stopProcess(child.pid);
      await gone;
    },
  };
}

const largestLog = 16 * 1024 * 1024;

async function startOnce(options: PostmasterOptions): Promise<ChildProcess> {
  const { logFile, clusterDir } = options;
  if (((await stat(logFile).catch(() => undefined))?.size ?? 0) > largestLog) await truncate(logFile);
  const output = await open(logFile, "a", 0o600);
  const before = (await output.stat()).size;
  // A process group of its own: Ctrl-C at a terminal must not stop it before the server has drained.
  const child = spawn(
    join(options.binaries.native, "bin", "postgres"),
    ["-D", clusterDir, ...options.settings],
    {
      ...options.user,
      cwd: clusterDir,
      env: {},
      detached: true,
      stdio: ["ignore", output.fd, output.fd],
    },
  );
  const ended = new Promise<string>((resolve) => {
    child.once("error", (error) => resolve(error.message));
    child.once("exit", (code, signal) => resolve(`exit ${code ?? signal}`));
  });
  await output.close();
  const failure = await Promise.race([ended, ready(child, clusterDir)]);
  if (failure === undefined) return child;
  const said = (await readFile(logFile)).subarray(before).toString().trim();
  throw new Error(`PostgreSQL did not start (${failure}): ${said}`);
}

// It writes its state to a file; that costs nobody a connection. Recovery of a large log may take long.
async function ready(child: ChildProcess, clusterDir: string): Promise<undefined> {
  while (child.exitCode === null && child.signalCode === null) {
    const file = await readPostmasterFile(clusterDir);
    if (file?.pid === child.pid && file?.status === "ready") return;
    await sleep(5);
  }
  await new Promise(() => undefined);
}
