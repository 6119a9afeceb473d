import { setTimeout as sleep } from "node:timers/promises";
import { httpClient } from "@souk/testkit";
import type { PlatformUnderTest } from "./platform-under-test.ts";

const noticeableMs = 30_000;

/** A platform that somebody else has started, reached over HTTP and in no other way. */
export function externalPlatform(
  baseUrl: URL,
  { shop, staff }: Pick<PlatformUnderTest, "shop" | "staff">,
): PlatformUnderTest {
  const local = baseUrl.hostname === "localhost" || baseUrl.hostname.endsWith(".localhost");
  // RFC 6761: names below localhost are this machine, which Node on Linux does not know.
  const host = local ? "127.0.0.1" : baseUrl.hostname;
  const client = httpClient({ host, port: Number(baseUrl.port || 80) });
  return {
    baseUrl,
    shop,
    staff,
    request: client.request,
    now: () => Date.now(),
    passTime: async (ms) => {
      if (ms >= noticeableMs) console.log(`waiting ${Math.ceil(ms / 1000)} s of real time`);
      await sleep(ms);
    },
    ownsTime: false,
    restart: null,
    stop: async () => client.stop(),
  };
}
