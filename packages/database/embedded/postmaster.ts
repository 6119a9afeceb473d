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
  /** The command-line arguments after the directory. */
  settings: string[];
  logFile: string;
  log: Log;
}

/** A PostgreSQL server that is restarted when it exits unexpectedly. */
export interface Postmaster {
  /** Return the process id; `undefined` while PostgreSQL restarts. */
  pid(): number | undefined;
  stop(): Promise<void>;
}

const maxRestartWaitMs = 3_000;

/** Start PostgreSQL, and resolve when it accepts connections. */
export async function startPostmaster(options: PostmasterOptions): Promise<Postmaster> {
  let child: ChildProcess | undefined = await startOnce(options);
  let isStopped = false;
  let lastRestart: Promise<void> | undefined;

  function watch(server: ChildProcess): void {
    server.once("exit", (code, signal) => {
      child = undefined;
      if (isStopped) return;
      options.log.error({ code, signal }, "PostgreSQL exited unexpectedly; restarting it.");
      lastRestart = restart();
    });
  }

  async function restart(): Promise<void> {
    for (let waitMs = 50; !isStopped; waitMs = Math.min(maxRestartWaitMs, waitMs * 2)) {
      try {
        // A hanging session of the old server would keep the server's shared memory, so leftover sessions are stopped.
        await stopOrphan(options.clusterDir, options.log);
        const server = await startOnce(options);
        child = server;
        watch(server);
        // This is a warning, because a log without info lines must also show that the outage is over.
        options.log.warn({ pid: server.pid }, "PostgreSQL is running again.");
        return;
      } catch (error) {
        options.log.warn({ err: error }, "PostgreSQL did not start; retrying.");
        await sleep(waitMs);
      }
    }
  }

  watch(child);
  return {
    pid: () => child?.pid,
    stop: async () => {
      isStopped = true;
      await lastRestart;
      if (child?.pid === undefined) return;
      const exit = new Promise((resolve) => child?.once("exit", resolve));
      await stopProcess(child.pid);
      await exit;
    },
  };
}

const maxLogBytes = 16 * 1024 * 1024;

async function startOnce(options: PostmasterOptions): Promise<ChildProcess> {
  const { logFile, clusterDir } = options;
  if (((await stat(logFile).catch(() => undefined))?.size ?? 0) > maxLogBytes) await truncate(logFile);
  const output = await open(logFile, "a", 0o600);
  const logOffset = (await output.stat()).size;
  // PostgreSQL gets its own process group, because Ctrl-C in a terminal must not stop it before Souk has finished.
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
  const exit = new Promise<string>((resolve) => {
    child.once("error", (error) => resolve(error.message));
    child.once("exit", (code, signal) => resolve(`exit ${code ?? signal}`));
  });
  await output.close();
  const failure = await Promise.race([exit, waitUntilReady(child, clusterDir)]);
  if (failure === undefined) return child;
  const logText = (await readFile(logFile)).subarray(logOffset).toString().trim();
  throw new Error(`PostgreSQL did not start (${failure}): ${logText}`);
}

// PostgreSQL writes its state to a file, so no connection is needed. There is no timeout, because recovery may take long.
async function waitUntilReady(child: ChildProcess, clusterDir: string): Promise<undefined> {
  while (child.exitCode === null && child.signalCode === null) {
    const file = await readPostmasterFile(clusterDir);
    if (file?.pid === child.pid && file?.status === "ready") return;
    await sleep(5);
  }
  // The process has exited, which the caller learns from another promise. So this one never resolves.
  await new Promise(() => undefined);
}
