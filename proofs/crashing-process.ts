import { join } from "node:path";
import type { FailpointName } from "@souk/delivery";
import { eventually } from "@souk/testkit";
import { type Ended, type ServerProcess, serverProcess } from "./server-process.ts";

/** The place where a server is to end, by SIGKILL. */
export interface Crash {
  at: FailpointName;
  /** The ordinal of the passing from now on; 1 is the next. */
  passing: number;
  /** The delay after the passing, for places with work in transit. */
  afterMs: number;
}

export interface CrashingProcess extends ServerProcess {
  /**
   * Set the place where the running server ends itself; resolves when the server has it.
   * @returns a function that resolves with how it ended, and whether it reports that it reached the place
   */
  arm(where: Crash): Promise<{ crashed(): Promise<Ended & { reached: boolean }> }>;
}

/** Create a server from a program beside the proof that can end itself at a given place. */
export async function crashingProcess(): Promise<CrashingProcess> {
  const server = await serverProcess({ program: join(import.meta.dirname, "testing/crashing-server.ts") });
  return {
    ...server,
    arm: async (where) => {
      const knows = `Armed at ${where.at}.`;
      const armedBefore = server.printed(knows);
      const said = `Crash at ${where.at}.`;
      const before = server.printed(said);
      server.send(where);
      await eventually(() => server.printed(knows) > armedBefore);
      return {
        crashed: async () => ({ ...(await server.ended()), reached: server.printed(said) > before }),
      };
    },
  };
}
