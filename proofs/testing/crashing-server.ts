// A development server that is like the real server, but kills itself with SIGKILL at the crash point it received in a message.
import { writeSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { Failpoint } from "@souk/delivery";
import { createDemo } from "@souk/demo";
import {
  createLog,
  getEnvironment,
  openServerDatabase,
  readConfig,
  readSecrets,
  runPlatform,
  secureRandomFraction,
  secureRandomText,
  systemClock,
} from "@souk/platform";
import type { CrashPoint } from "../crashing-process.ts";

let armedCrashPoint: CrashPoint | null = null;
process.on("message", (message) => {
  armedCrashPoint = message as CrashPoint;
  writeSync(process.stdout.fd, `Armed at ${armedCrashPoint.point}.\n`);
});

const failpoint: Failpoint = async (name) => {
  if (armedCrashPoint === null || armedCrashPoint.point !== name) return;
  armedCrashPoint.passCount -= 1;
  if (armedCrashPoint.passCount > 0) return;
  const { afterMs } = armedCrashPoint;
  if (afterMs > 0) await sleep(afterMs);
  writeSync(process.stdout.fd, `Crash at ${name}.\n`);
  process.kill(process.pid, "SIGKILL");
};

const config = readConfig(getEnvironment());
const log = createLog(config, process);
const { secretKey } = await readSecrets(config);
const serverDatabase = await openServerDatabase({ config, clock: systemClock, log });
const { database } = serverDatabase;
// This folder does not exist, because the proofs open no panel.
const panels = join(import.meta.dirname, "none");
const runningPlatform = await runPlatform({
  config,
  role: "all",
  log,
  version: "0.0.0-proof",
  secretKey,
  database,
  panels: { admin: panels, partners: panels },
  clock: systemClock,
  random: secureRandomText,
  randomFraction: secureRandomFraction,
  failpoint,
});
await createDemo(database, runningPlatform.platform);
await writeFile(join(config.dataDir, "ready.json"), JSON.stringify({ pid: process.pid }));
await new Promise((resolve) => process.once("SIGTERM", resolve));
await runningPlatform.stop();
await serverDatabase.stop();
process.exit(0);
