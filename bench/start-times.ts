import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { findFreePort } from "@souk/testkit";
import { startPlatform } from "./platform-process.ts";

/** B8: the times from `npm start` until the platform is ready, and the memory of the idle server process. */
export interface StartTimes {
  /** The first start creates the database and the demo store. */
  firstMs: number;
  secondMs: number;
  idleMiB: number;
}

const idleWaitMs = 3_000;

/**
 * Start a platform twice with `npm start` in the same new data directory, and measure both starts. The platform runs in
 * development mode and uses the embedded PostgreSQL.
 */
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
