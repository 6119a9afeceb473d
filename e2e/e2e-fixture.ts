import {
  type Browser,
  type Chromium,
  type RecordingReceiver,
  recordingReceiver,
  startChromium,
  type TestPlatform,
  testPlatform,
} from "@souk/testkit";
import type { BrowserContext, BrowserContextOptions } from "playwright-core";
import { watchRequests } from "./settled.ts";

/** The maximum time that a test waits for a page, on a busy machine. */
const maxWaitMs = 60_000;

/** The platform, the browser and the app server that the tests of one file stand on. */
export interface E2eFixture {
  testing: TestPlatform;
  chromium: Chromium;
  /** The server of the app that the tests use; it responds with 200 until a test changes that. */
  app: RecordingReceiver;
  /** Open a browser window with nobody signed in. */
  openWindow(options?: BrowserContextOptions): Promise<BrowserContext>;
  /** Open a browser window with the sessions of a person whom a seed has signed in. */
  openWindowAs(person: Browser, options?: BrowserContextOptions): Promise<BrowserContext>;
  close(): Promise<void>;
}

/** Start the platform, the browser and the app server. */
export async function createE2eFixture(): Promise<E2eFixture> {
  const [testing, chromium, app] = await Promise.all([testPlatform(), startChromium(), recordingReceiver()]);
  const { adminOrigin, partnersOrigin } = testing.addresses;
  const openWindow: E2eFixture["openWindow"] = async (options = {}) => {
    const context = await chromium.browser.newContext(options);
    context.setDefaultTimeout(maxWaitMs);
    watchRequests(context);
    return context;
  };
  return {
    testing,
    chromium,
    app,
    openWindow,
    openWindowAs: async (person, options) => {
      const context = await openWindow(options);
      const cookies = [adminOrigin, partnersOrigin].flatMap((origin) => toCookies(person, new URL(origin)));
      await context.addCookies(cookies);
      return context;
    },
    close: async () => {
      await chromium.stop();
      await app.stop();
      await testing.stop();
    },
  };
}

function toCookies(person: Browser, { host, hostname }: URL) {
  const pairs = (person.cookies(host) ?? "").split("; ").filter((pair) => pair !== "");
  return pairs.map((pair) => {
    const at = pair.indexOf("=");
    const [name, value] = [pair.slice(0, at), pair.slice(at + 1)];
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
