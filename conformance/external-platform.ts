import { setTimeout as sleep } from "node:timers/promises";
import { httpClient } from "@souk/testkit";
import type { PlatformUnderTest } from "./platform-under-test.ts";

const announcedWaitMs = 30_000;

/** Return a platform started outside this process, reached over HTTP only. */
export function connectExternalPlatform(
  baseUrl: URL,
  { store, staff }: Pick<PlatformUnderTest, "store" | "staff">,
): PlatformUnderTest {
  const local = baseUrl.hostname === "localhost" || baseUrl.hostname.endsWith(".localhost");
  // RFC 6761: names below localhost are this machine, which Node on Linux does not know.
  const host = local ? "127.0.0.1" : baseUrl.hostname;
  const client = httpClient({ host, port: Number(baseUrl.port || 80) });
  return {
    baseUrl,
    store,
    staff,
    request: client.request,
    now: () => Date.now(),
    advanceTime: async (ms) => {
      if (ms >= announcedWaitMs) console.log(`waiting ${Math.ceil(ms / 1000)} s of real time`);
      await sleep(ms);
    },
    canAdvanceTime: false,
    restart: null,
    stop: async () => client.stop(),
  };
}
