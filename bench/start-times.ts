import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { findFreePort } from "@souk/testkit";
import { startPlatform } from "./platform-process.ts";

/** B8: the time from `npm start` to ready, and the memory of the idle server process. */
export interface StartTimes {
  firstMs: number;
  secondMs: number;
  idleMiB: number;
}

const idleWaitMs = 3_000;

/** Start a platform twice in a new data directory with `npm start`, in development mode with the embedded PostgreSQL. */
export async function measureStarts(): Promise<StartTimes> {
  const dataDir = await mkdtemp(join(tmpdir(), "souk-bench-start-"));
  const start = async () =>
    startPlatform({ dataDir, port: await findFreePort(), startedWith: "npm", variables: {} });
  try {
    const firstPlatform = await start();
    await firstPlatform.stop();
    const secondPlatform = await start();
    await sleep(idleWaitMs);
    const idleMiB = await secondPlatform.readMemoryMiB();
    await secondPlatform.stop();
    return { firstMs: firstPlatform.readyAfterMs, secondMs: secondPlatform.readyAfterMs, idleMiB };
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
}
