import {
  type Browser,
  type Chromium,
  type RecordingReceiver,
  startChromium,
  startRecordingReceiver,
  startTestPlatform,
  type TestPlatform,
  type TestPlatformOptions,
} from "@souk/testkit";
import type { BrowserContext, BrowserContextOptions } from "playwright-core";
import { watchRequests } from "./wait-until-settled.ts";

/** The timeout of actions on a page, which is long because the machine may be busy. */
const maxWaitMs = 60_000;

/** The platform, the browser and the app server for the tests of one file. */
export interface E2eFixture {
  testPlatform: TestPlatform;
  chromium: Chromium;
  /** The server of the tests' app. It responds with 200 unless a test changes its response. */
  appServer: RecordingReceiver;
  /** Open a browser context in which nobody is signed in. */
  openContext(options?: BrowserContextOptions): Promise<BrowserContext>;
  /** Open a browser context with the sessions of a person who is already signed in. */
  openContextAs(signedInBrowser: Browser, options?: BrowserContextOptions): Promise<BrowserContext>;
  close(): Promise<void>;
}

/** Start the platform, the browser and the app server. @param config changes to the platform's default configuration */
export async function createE2eFixture(config: TestPlatformOptions["config"] = {}): Promise<E2eFixture> {
  const [testPlatform, chromium, appServer] = await Promise.all([
    startTestPlatform({ config }),
    startChromium(),
    startRecordingReceiver(),
  ]);
  const { adminOrigin, partnersOrigin } = testPlatform.addresses;
  const openContext: E2eFixture["openContext"] = async (options = {}) => {
    const context = await chromium.browser.newContext(options);
    context.setDefaultTimeout(maxWaitMs);
    watchRequests(context);
    return context;
  };
  return {
    testPlatform,
    chromium,
    appServer,
    openContext,
    openContextAs: async (signedInBrowser, options) => {
      const context = await openContext(options);
      const cookies = [adminOrigin, partnersOrigin].flatMap((origin) =>
        toCookies(signedInBrowser, new URL(origin)),
      );
      await context.addCookies(cookies);
      return context;
    },
    close: async () => {
      await chromium.stop();
      await appServer.stop();
      await testPlatform.stop();
    },
  };
}

/** Convert the cookies that the simulated browser of a person has at an origin to cookies of a browser context. */
function toCookies(signedInBrowser: Browser, { host, hostname }: URL) {
  const pairs = (signedInBrowser.getCookieHeader(host) ?? "").split("; ").filter((pair) => pair !== "");
  return pairs.map((pair) => {
    const separatorIndex = pair.indexOf("=");
    const [name, value] = [pair.slice(0, separatorIndex), pair.slice(separatorIndex + 1)];
    return {
      name,
      value,
      domain: hostname,
      path: "/",
      secure: true,
      httpOnly: true,
      sameSite: "Lax" as const,
    };
  });
}
