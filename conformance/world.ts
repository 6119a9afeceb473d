import { type Browser, browser, type HttpClient, httpClient } from "@souk/testkit";
import { externalPlatform } from "./external-platform.ts";
import { ownPlatform } from "./own-platform.ts";
import type { PlatformUnderTest } from "./platform-under-test.ts";
import { readRunOptions } from "./run-options.ts";

/** The addresses of a platform, all below its domain. */
export interface Origins {
  domain: string;
  admin: string;
  partners: string;
  shop(handle: string): string;
}

/** A platform with the people and apps of one test file; what they opened is closed with it. */
export interface World extends Omit<PlatformUnderTest, "stop" | "request"> {
  origins: Origins;
  /** Sends to the platform by its names and to everybody else as addressed; waits where the platform asks for patience. */
  request: HttpClient;
  /** A new browser that follows redirects wherever they lead. */
  browser(): Browser;
  /** Has something done when the world is closed, the last first. */
  onClose(action: () => Promise<void>): void;
  close(): Promise<void>;
}

function originsOf(baseUrl: URL): Origins {
  const { protocol, host, hostname } = baseUrl;
  const below = (label: string): string => `${protocol}//${label}.${host}`;
  return { domain: hostname, admin: below("admin"), partners: below("partners"), shop: below };
}

const longestPatienceMs = 120_000;

/** A rate limit is not what is tested here: what it refuses is sent again when it says so. */
function patient(request: HttpClient, passTime: (ms: number) => Promise<void>): HttpClient {
  return async (url, options) => {
    let waited = 0;
    for (;;) {
      const answer = await request(url, options);
      if (answer.status !== 429 || waited > longestPatienceMs) return answer;
      const ms = Math.max(1, Number(answer.headers["retry-after"])) * 1000;
      waited += ms;
      await passTime(ms);
    }
  };
}

/** Others than the platform are apps on this machine, each on its port. */
function alsoToApps(platform: HttpClient, isPlatform: (url: URL) => boolean): HttpClient {
  return async (url, options) => {
    const target = new URL(url);
    if (isPlatform(target)) return platform(url, options);
    const client = httpClient({ host: "127.0.0.1", port: Number(target.port) });
    return client.request(url, options).finally(() => client.stop());
  };
}

/** Opens the platform named by `--base-url` on the command line, or one of this file's own. */
export async function openWorld(): Promise<World> {
  const options = readRunOptions(process.argv.slice(2));
  const platform = options.baseUrl ? externalPlatform(options.baseUrl, options) : await ownPlatform();
  const { baseUrl, shop, staff, passTime, ownsTime, now, restart } = platform;
  const isPlatform = ({ hostname, port }: URL): boolean =>
    port === baseUrl.port && (hostname === baseUrl.hostname || hostname.endsWith(`.${baseUrl.hostname}`));
  const request = alsoToApps(patient(platform.request, passTime), isPlatform);
  const closing: (() => Promise<void>)[] = [platform.stop];
  return {
    baseUrl,
    shop,
    staff,
    passTime,
    ownsTime,
    now,
    restart,
    origins: originsOf(baseUrl),
    request,
    browser: () => browser(request, () => true),
    onClose: (action) => void closing.push(action),
    close: async () => {
      for (const action of closing.reverse()) await action();
    },
  };
}
