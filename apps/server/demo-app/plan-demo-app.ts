import { createServer } from "node:net";
import {
  type Config,
  type DemoAppCredentials,
  handDemoApp,
  type Platform,
  type Storage,
} from "@souk/platform";

/** Where the example app runs beside this server, and what keeps it from it. */
export interface DemoAppPlan {
  /** As registered: where a browser opens it. */
  url: string;
  port: number;
  /** What it runs with; or a sentence that says why it does not run. */
  outcome: { credentials: DemoAppCredentials } | { problem: string };
}

/**
 * Looks whether the example app can run where the configuration wants it, and registers it there.
 * @returns null when it is not wanted
 */
export async function planDemoApp(
  database: Storage["database"],
  platform: Platform,
  { demoAppPort: port }: Config,
): Promise<DemoAppPlan | null> {
  if (port === null) return null;
  const url = `http://localhost:${port}/`;
  if (!(await isFree(port)))
    return {
      url,
      port,
      outcome: { problem: `not started: port ${port} is in use; SOUK_DEMO_APP takes another` },
    };
  const credentials = await handDemoApp(database, platform, port);
  const gone = "not started: nobody has it registered for this machine any more";
  return { url, port, outcome: credentials ? { credentials } : { problem: gone } };
}

function isFree(port: number): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const probe = createServer();
  probe.on("error", () => resolve(false));
  probe.listen({ port, host: "127.0.0.1", exclusive: true }, () => probe.close(() => resolve(true)));
  return promise;
}
