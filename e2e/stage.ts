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

/** How long a page may take for what a test waits for, where much else goes on beside it. */
const longestWaitMs = 60_000;

/** A platform, a real browser and an app's server, for the stories of one file. */
export interface Stage {
  testing: TestPlatform;
  chromium: Chromium;
  /** The server of the app that the stories are about; it answers 200 until told otherwise. */
  app: RecordingReceiver;
  /** A browser window of its own, with nobody signed in. */
  visitor(options?: BrowserContextOptions): Promise<BrowserContext>;
  /** The same, with the sessions of a person whom a seed has signed in. */
  as(person: Browser, options?: BrowserContextOptions): Promise<BrowserContext>;
  close(): Promise<void>;
}

export async function openStage(): Promise<Stage> {
  const [testing, chromium, app] = await Promise.all([testPlatform(), startChromium(), recordingReceiver()]);
  const { adminOrigin, partnersOrigin } = testing.addresses;
  const visitor: Stage["visitor"] = async (options = {}) => {
    const context = await chromium.browser.newContext(options);
    context.setDefaultTimeout(longestWaitMs);
    watchRequests(context);
    return context;
  };
  return {
    testing,
    chromium,
    app,
    visitor,
    as: async (person, options) => {
      const context = await visitor(options);
      const cookies = [adminOrigin, partnersOrigin].flatMap((origin) => cookiesOf(person, new URL(origin)));
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

function cookiesOf(person: Browser, { host, hostname }: URL) {
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
