import { type Browser, createBrowser, createHttpClient, type HttpClient } from "@souk/testkit";
import { connectExternalPlatform } from "./external-platform.ts";
import { startOwnPlatform } from "./own-platform.ts";
import type { PlatformUnderTest } from "./platform-under-test.ts";
import { readRunOptions } from "./run-options.ts";

/** The origins of a platform, on subdomains of its domain. */
export interface Origins {
  /** The platform's domain, without a scheme and port. */
  domain: string;
  admin: string;
  partners: string;
  store(handle: string): string;
}

/** The platform under test for one test file, and what must be closed after its tests. */
export interface ConformanceFixture extends Omit<PlatformUnderTest, "stop" | "request"> {
  origins: Origins;
  /**
   * Send a request to a hostname of the platform, or to a test's app on this machine. A request that exceeds the platform's
   * rate limit is sent again after the required wait.
   */
  request: HttpClient;
  /** Create a browser that follows redirects to any host. */
  browser(): Browser;
  /** Register an action that `close` runs. The action registered last runs first. */
  onClose(action: () => Promise<void>): void;
  close(): Promise<void>;
}

function buildOrigins(baseUrl: URL): Origins {
  const { protocol, host, hostname } = baseUrl;
  const buildOrigin = (label: string): string => `${protocol}//${label}.${host}`;
  return {
    domain: hostname,
    admin: buildOrigin("admin"),
    partners: buildOrigin("partners"),
    store: buildOrigin,
  };
}

/** The maximum time in total that a rate-limited request waits for its retries. After that, it is not sent again. */
const maxRetryWaitMs = 120_000;

/**
 * Wrap a client so that it repeats a rate-limited request after the time in `Retry-After`. These tests do not test the rate
 * limit.
 */
function retryRateLimited(request: HttpClient, advanceTime: (ms: number) => Promise<void>): HttpClient {
  return async (url, options) => {
    let waitedMs = 0;
    for (;;) {
      const response = await request(url, options);
      if (response.status !== 429 || waitedMs > maxRetryWaitMs) return response;
      const ms = Math.max(1, Number(response.headers["retry-after"])) * 1000;
      waitedMs += ms;
      await advanceTime(ms);
    }
  };
}

/** Wrap a client so that a request to a host outside the platform goes to the app on the same port of this machine. */
function routeToApps(platform: HttpClient, isPlatform: (url: URL) => boolean): HttpClient {
  return async (url, options) => {
    const target = new URL(url);
    if (isPlatform(target)) return platform(url, options);
    const client = createHttpClient({ host: "127.0.0.1", port: Number(target.port) });
    return client.request(url, options).finally(() => client.stop());
  };
}

/**
 * Connect to the platform at `--base-url`. Without this option, start a platform for this test file.
 * @param realTime whether the platform uses the real clock. Tests whose apps run in other processes need it.
 */
export async function createConformanceFixture({ realTime = false } = {}): Promise<ConformanceFixture> {
  const options = readRunOptions(process.argv.slice(2));
  const platform = options.baseUrl
    ? connectExternalPlatform(options.baseUrl, options)
    : await startOwnPlatform({ realTime });
  const { baseUrl, store, staff, advanceTime, canAdvanceTime, waitForDueDeliveries, now, restart } = platform;
  const isPlatform = ({ hostname, port }: URL): boolean =>
    port === baseUrl.port && (hostname === baseUrl.hostname || hostname.endsWith(`.${baseUrl.hostname}`));
  const request = routeToApps(retryRateLimited(platform.request, advanceTime), isPlatform);
  const closeActions: (() => Promise<void>)[] = [platform.stop];
  return {
    baseUrl,
    store,
    staff,
    advanceTime,
    canAdvanceTime,
    waitForDueDeliveries,
    now,
    restart,
    origins: buildOrigins(baseUrl),
    request,
    browser: () => createBrowser(request, () => true),
    onClose: (action) => void closeActions.push(action),
    close: async () => {
      for (const action of closeActions.reverse()) await action();
    },
  };
}
