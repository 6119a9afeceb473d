import { join } from "node:path";
import type { FailpointName } from "@souk/delivery";
import { eventually } from "@souk/testkit";
import { createServerProcess, type ProcessEnd, type ServerProcess } from "./server-process.ts";

/** The point in the code at which a server kills itself with SIGKILL. */
export interface CrashPoint {
  point: FailpointName;
  /** The server crashes when it has reached the point this number of times from now on. */
  passCount: number;
  /** The delay between reaching the point and the crash, in ms. A delay lets the crash interrupt the work after the point. */
  afterMs: number;
}

/** A server that can kill itself at a crash point. */
export interface CrashingProcess extends ServerProcess {
  /**
   * Set the crash point of the running server, and wait until the server has confirmed it.
   * @returns an object whose `waitForCrash` waits until the process has ended, and returns how it ended and whether that was at
   *   the crash point
   */
  setCrashPoint(
    crashPoint: CrashPoint,
  ): Promise<{ waitForCrash(): Promise<ProcessEnd & { isAtCrashPoint: boolean }> }>;
}

/** Create a server process that runs `testing/crashing-server.ts`. */
export async function createCrashingProcess(): Promise<CrashingProcess> {
  const server = await createServerProcess({
    program: join(import.meta.dirname, "testing/crashing-server.ts"),
  });
  return {
    ...server,
    setCrashPoint: async (crashPoint) => {
      const armedMessage = `Armed at ${crashPoint.point}.`;
      const armedCount = server.countPrinted(armedMessage);
      const crashMessage = `Crash at ${crashPoint.point}.`;
      const crashCount = server.countPrinted(crashMessage);
      server.send(crashPoint);
      await eventually(() => server.countPrinted(armedMessage) > armedCount);
      return {
        waitForCrash: async () => ({
          ...(await server.waitForEnd()),
          isAtCrashPoint: server.countPrinted(crashMessage) > crashCount,
        }),
      };
    },
  };
}
