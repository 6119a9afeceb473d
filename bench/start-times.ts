import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { freePort } from "@souk/testkit";
import { startPlatform } from "./platform-process.ts";

/** B8: the time from `npm start` to ready, and the memory of the idle server process. */
export interface StartTimes {
  firstMs: number;
  secondMs: number;
  idleMiB: number;
}

const idleAfterMs = 3_000;

/** Start a platform twice in one new data directory, as a person does it first: in development mode with its own PostgreSQL. */
export async function measureStarts(): Promise<StartTimes> {
  const dataDir = await mkdtemp(join(tmpdir(), "souk-bench-start-"));
  const start = async () => startPlatform({ dataDir, port: await freePort(), through: "npm", variables: {} });
  try {
    const first = await start();
    await first.stop();
    const second = await start();
    await sleep(idleAfterMs);
    const idleMiB = await second.memoryMiB();
    await second.stop();
    return { firstMs: first.readyAfterMs, secondMs: second.readyAfterMs, idleMiB };
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
}
