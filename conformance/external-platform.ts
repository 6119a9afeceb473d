import { setTimeout as sleep } from "node:timers/promises";
import { createHttpClient } from "@souk/testkit";
import type { PlatformUnderTest } from "./platform-under-test.ts";

/** A wait of at least this length is announced in the output. */
const minAnnouncedWaitMs = 30_000;

/** Connect to a platform that was started outside this process and is reached only over HTTP. */
export function connectExternalPlatform(
  baseUrl: URL,
  { store, staff }: Pick<PlatformUnderTest, "store" | "staff">,
): PlatformUnderTest {
  const isLocal = baseUrl.hostname === "localhost" || baseUrl.hostname.endsWith(".localhost");
  // RFC 6761: subdomains of localhost are this machine, but Node on Linux does not resolve them.
  const host = isLocal ? "127.0.0.1" : baseUrl.hostname;
  const client = createHttpClient({ host, port: Number(baseUrl.port || 80) });
  return {
    baseUrl,
    store,
    staff,
    request: client.request,
    now: () => Date.now(),
    advanceTime: async (ms) => {
      if (ms >= minAnnouncedWaitMs) console.log(`waiting ${Math.ceil(ms / 1000)} s of real time`);
      await sleep(ms);
    },
    canAdvanceTime: false,
    waitForDueDeliveries: async () => undefined,
    restart: null,
    stop: async () => client.stop(),
  };
}
