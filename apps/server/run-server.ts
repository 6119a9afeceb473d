import { resolve } from "node:path";
import { inspect } from "node:util";
import {
  type Config,
  ConfigError,
  createLog,
  getEnvironment,
  type ProcessRole,
  readConfig,
  StartError,
} from "@souk/platform";
import { buildBanner } from "./banner.ts";
import { checkUser } from "./check-user.ts";
import { type DemoInstallation, installWhenReady } from "./demo-app/install-when-ready.ts";
import type { RunningDemoApp } from "./demo-app/run-demo-app.ts";
import { printLine, startDemoApps } from "./demo-app/start-demo-apps.ts";
import { readArguments } from "./read-arguments.ts";
import { type RunningServer, startServer } from "./start-server.ts";
import { watchStopSignals } from "./stop-signals.ts";

type Logger = ReturnType<typeof createLog>;

/**
 * Run a server until a signal asks it to stop.
 * @param args the command-line arguments
 * @returns the exit code: 0 after a requested stop, 1 if the server could not start or stopped because of an error
 */
export async function main(args: readonly string[]): Promise<number> {
  ignoreOutputErrors();
  try {
    const parsedArgs = readArguments(args);
    if ("role" in parsedArgs) return await run(parsedArgs.role);
    process.stdout.write(`${parsedArgs.help}\n`);
    return 0;
  } catch (error) {
    const isExpected = error instanceof ConfigError || error instanceof StartError;
    process.stderr.write(`${isExpected ? error.message : inspect(error)}\n`);
    return 1;
  }
}

/** Keep the server running after the process that reads its output has ended. Further output is lost. */
function ignoreOutputErrors(): void {
  for (const output of [process.stdout, process.stderr]) output.on("error", () => undefined);
}

async function run(role: ProcessRole): Promise<number> {
  const startedAtMs = performance.now();
  const config = readConfig(getEnvironment());
  const log = createLog(config, process);
  const rootWarning = checkUser(config, process.geteuid?.());
  if (rootWarning !== null) log.warn({}, rootWarning);
  const signals = watchStopSignals();
  const uncaughtError = waitForUncaughtError(log);
  const server = await startServer({ config, role, log });
  const { ready, hasStaff, newDemo, demoPassword, demoApps } = server;
  const { mode } = config;
  const dataDir = resolve(config.dataDir);
  const seconds = (performance.now() - startedAtMs) / 1000;
  const text = buildBanner({ ready, mode, dataDir, seconds, newDemo, demoPassword, demoApps, hasStaff });
  // In production, stdout contains only the log.
  (mode === "production" ? process.stderr : process.stdout).write(text);
  // Omit the pid, because each line of the log already has it.
  const { pid: _pid, ...readyFields } = ready;
  log.info(readyFields, "Ready.");
  const runningDemoApps = startAndInstallDemoApps(server, config);
  const reason = await Promise.race([signals.firstSignal, uncaughtError]);
  log.info({ reason }, "Stopping.");
  await stop(server, { log, runningDemoApps, hurrySignal: signals.hurrySignal });
  return reason === "bug" ? 1 : 0;
}

/** Start the example apps, and install the logistics app in the demo store. */
function startAndInstallDemoApps({ demoApps, installInDemo }: RunningServer, config: Config): RunningDemoApp {
  const runningApps = startDemoApps(demoApps, config);
  const stopping = new AbortController();
  const installations = demoApps
    .filter(({ handle, outcome }) => handle === "logistics" && "credentials" in outcome)
    .map(({ handle }) => {
      const install: DemoInstallation["install"] = (visit) => installInDemo(handle, visit);
      return installWhenReady({ install, print: (line) => printLine(handle, line) }, stopping.signal);
    });
  return {
    stop: async (hurrySignal) => {
      stopping.abort();
      await Promise.all([runningApps.stop(hurrySignal), ...installations]);
    },
  };
}

/**
 * Wait for the first uncaught error and log it. After that, the process is in an unknown state and must stop.
 */
function waitForUncaughtError(log: Logger): Promise<"bug"> {
  return new Promise((resolve) => {
    process.on("uncaughtException", (error, origin) => {
      log.fatal({ err: error, origin }, "Uncaught error. Stopping.");
      resolve("bug");
    });
  });
}

// The maximum duration of a stop. Finishing the work in progress and shutting down PostgreSQL take less.
const maxStopMs = 30_000;

async function stop(
  server: RunningServer,
  {
    log,
    runningDemoApps,
    hurrySignal,
  }: { log: Logger; runningDemoApps: RunningDemoApp; hurrySignal: AbortSignal },
): Promise<void> {
  const timeout = setTimeout(() => {
    log.fatal({}, "Shutdown timed out. Exiting.");
    process.exit(1);
  }, maxStopMs);
  try {
    await Promise.all([server.stop(hurrySignal), runningDemoApps.stop(hurrySignal)]);
    log.info({}, "Stopped.");
  } finally {
    clearTimeout(timeout);
  }
}
