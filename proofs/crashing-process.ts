import { join } from "node:path";
import type { FailpointName } from "@souk/delivery";
import { eventually } from "@souk/testkit";
import { type Ended, type ServerProcess, serverProcess } from "./server-process.ts";

/** Where a server is to end, by SIGKILL. */
export interface Crash {
  at: FailpointName;
  /** The how-manieth passing from now on; 1 is the next. */
  passing: number;
  /** So long after the passing, for places at which something is on its way. */
  afterMs: number;
}

export interface CrashingProcess extends ServerProcess {
  /**
   * Tells the running server where to end itself; resolves when it knows.
   * @returns what resolves with how it ended, and whether it says that it was there
   */
  arm(where: Crash): Promise<{ crashed(): Promise<Ended & { reached: boolean }> }>;
}

/** A server of a program beside the proof, that can be told where to end itself. */
export async function crashingProcess(): Promise<CrashingProcess> {
  const server = await serverProcess({ program: join(import.meta.dirname, "testing/crashing-server.ts") });
  return {
    ...server,
    arm: async (where) => {
      const knows = `Armed at ${where.at}.`;
      const armedBefore = server.printed(knows);
      const said = `Crash at ${where.at}.`;
      const before = server.printed(said);
      server.tell(where);
      await eventually(() => server.printed(knows) > armedBefore);
      return {
        crashed: async () => ({ ...(await server.ended()), reached: server.printed(said) > before }),
      };
    },
  };
}
