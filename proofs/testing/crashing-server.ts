// A development server that ends by SIGKILL at the place named in a message: otherwise the real one. The message is a Crash.
import { writeSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { Failpoint } from "@souk/delivery";
import { makeDemo } from "@souk/demo";
import {
  createLog,
  environment,
  openStorage,
  readConfig,
  readSecrets,
  runPlatform,
  secureRandomFraction,
  secureRandomText,
  systemClock,
} from "@souk/platform";
import type { Crash } from "../crashing-process.ts";

let armed: Crash | null = null;
process.on("message", (message) => {
  armed = message as Crash;
  writeSync(process.stdout.fd, `Armed at ${armed.at}.\n`);
});

const failpoint: Failpoint = async (name) => {
  if (armed === null || armed.at !== name || --armed.passing > 0) return;
  const { afterMs } = armed;
  if (afterMs > 0) await sleep(afterMs);
  writeSync(process.stdout.fd, `Crash at ${name}.\n`);
  process.kill(process.pid, "SIGKILL");
};

const config = readConfig(environment());
const log = createLog(config, process);
const { secretKey } = await readSecrets(config);
const storage = await openStorage({ config, clock: systemClock, log });
const { database } = storage;
const panels = join(import.meta.dirname, "none");
const running = await runPlatform({
  config,
  role: "all",
  log,
  secretKey,
  database,
  panels: { admin: panels, partners: panels },
  clock: systemClock,
  random: secureRandomText,
  randomFraction: secureRandomFraction,
  failpoint,
});
await makeDemo(database, running.platform);
await writeFile(join(config.dataDir, "ready.json"), JSON.stringify({ pid: process.pid }));
await new Promise((resolve) => process.once("SIGTERM", resolve));
await running.stop();
await storage.stop();
process.exit(0);
