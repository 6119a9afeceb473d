import { resolve } from "node:path";
import { inspect } from "node:util";
import {
  type Config,
  ConfigError,
  createLog,
  environment,
  type ProcessRole,
  readConfig,
  StartError,
} from "@souk/platform";
import { banner } from "./banner.ts";
import { type InstallBeside, installBeside } from "./demo-app/install-beside.ts";
import type { RunningDemoApp } from "./demo-app/run-demo-app.ts";
import { sayOf, startDemoApps } from "./demo-app/start-demo-apps.ts";
import { readArguments } from "./read-arguments.ts";
import { type RunningServer, startServer } from "./start-server.ts";
import { watchStopSignals } from "./stop-signals.ts";

type Logger = ReturnType<typeof createLog>;

/**
 * Runs a server until it is asked to stop.
 * @param args the words of the command line after the program's name
 * @returns the exit code: 0 after a stop that was asked for, 1 when it could not start or had to stop by itself
 */
export async function main(args: readonly string[]): Promise<number> {
  outliveReaders();
  try {
    const read = readArguments(args);
    if ("role" in read) return await run(read.role);
    process.stdout.write(`${read.help}\n`);
    return 0;
  } catch (error) {
    const isSentence = error instanceof ConfigError || error instanceof StartError;
    process.stderr.write(`${isSentence ? error.message : inspect(error)}\n`);
    return 1;
  }
}

/** Whoever reads what the server prints may end before it does: it goes on, and what it says is lost. */
function outliveReaders(): void {
  for (const output of [process.stdout, process.stderr]) output.on("error", () => undefined);
}

async function run(role: ProcessRole): Promise<number> {
  const begin = performance.now();
  const config = readConfig(environment());
  const log = createLog(config, process);
  const signals = watchStopSignals();
  const bug = firstBug(log);
  const server = await startServer({ config, role, log });
  const { ready, hasStaff, newDemo, demoApps } = server;
  const { mode } = config;
  const dataDir = resolve(config.dataDir);
  const seconds = (performance.now() - begin) / 1000;
  const text = banner({ ready, mode, dataDir, seconds, newDemo, demoApps, hasStaff });
  // In production stdout is the log's alone.
  (mode === "production" ? process.stderr : process.stdout).write(text);
  log.info({ ...ready }, "Ready.");
  const beside = runBeside(server, config);
  const why = await Promise.race([signals.asked, bug]);
  log.info({ why }, "Stopping.");
  await stop(server, { log, beside, hurry: signals.hurry });
  return why === "bug" ? 1 : 0;
}

/** Runs the example apps, and has the one that sends orders installed. */
function runBeside({ demoApps, installInDemo }: RunningServer, config: Config): RunningDemoApp {
  const running = startDemoApps(demoApps, config);
  const stopping = new AbortController();
  const installed = demoApps
    .filter(({ handle, outcome }) => handle === "logistics" && "credentials" in outcome)
    .map(({ handle }) => {
      const install: InstallBeside["install"] = (visit) => installInDemo(handle, visit);
      return installBeside({ install, say: (line) => sayOf(handle, line) }, stopping.signal);
    });
  return {
    stop: async (hurry) => {
      stopping.abort();
      await Promise.all([running.stop(hurry), ...installed]);
    },
  };
}

/** What nobody caught leaves the process in an unknown state: it is logged whole, and the process gives everything back. */
function firstBug(log: Logger): Promise<"bug"> {
  return new Promise((resolve) => {
    process.on("uncaughtException", (error, origin) => {
      log.fatal({ err: error, origin }, "An error that nobody caught; stopping.");
      resolve("bug");
    });
  });
}

// Longer than requests and deliveries take to end, and than PostgreSQL's fast shutdown.
const longestStopMs = 30_000;

async function stop(
  server: RunningServer,
  { log, beside, hurry }: { log: Logger; beside: RunningDemoApp; hurry: AbortSignal },
): Promise<void> {
  const late = setTimeout(() => {
    log.fatal({}, "Stopping took too long; ending without it.");
    process.exit(1);
  }, longestStopMs);
  try {
    await Promise.all([server.stop(hurry), beside.stop(hurry)]);
    log.info({}, "Stopped.");
  } finally {
    clearTimeout(late);
  }
}
