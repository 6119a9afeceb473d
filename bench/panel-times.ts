import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Chromium, freePort, startChromium } from "@souk/testkit";
import { median } from "./percentile.ts";
import { startPlatform } from "./platform-process.ts";

/** The first page of a panel in a browser that has never seen it. */
export interface PanelTimes {
  panel: string;
  /** The median time from the address to the page's own figures. */
  contentMs: number;
  /**
   * The time of the sign-in page, which is one document without script: the least a page of ours can take.
   */
  floorMs: number;
  /** The size of the page's scripts as sent. */
  scriptKiB: number;
}

interface Panel {
  name: "admin" | "partners";
  email: string;
  path: string;
  /** The text on the page once its data has loaded. */
  content: string;
}

const panels: readonly Panel[] = [
  { name: "admin", email: "merchant@demo.test", path: "/demo", content: "Units in stock" },
  { name: "partners", email: "partner@demo.test", path: "/", content: "Inventory Sync" },
];
const rounds = 5;

type Context = Awaited<ReturnType<Chromium["browser"]["newContext"]>>;
type State = Awaited<ReturnType<Context["storageState"]>>;

async function signedIn(chromium: Chromium, origin: string, email: string): Promise<State> {
  const context = await chromium.browser.newContext();
  const page = await context.newPage();
  await page.goto(`${origin}/sign-in`);
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password").fill("souk-demo");
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.waitForURL((url) => url.pathname !== "/sign-in");
  const state = await context.storageState();
  await context.close();
  return state;
}

/**
 * Open an address in a new window with an empty cache. @returns ms until a text appears, and its scripts' bytes
 */
async function open(chromium: Chromium, url: string, { text, state }: { text: string; state?: State }) {
  const context = await chromium.browser.newContext(state ? { storageState: state } : {});
  const page = await context.newPage();
  const sizes: Promise<number>[] = [];
  page.on("requestfinished", (request) => {
    if (request.resourceType() === "script")
      sizes.push(request.sizes().then(({ responseBodySize }) => responseBodySize));
  });
  const begin = performance.now();
  await page.goto(url, { waitUntil: "commit" });
  await page.getByRole("main").getByText(text).first().waitFor();
  const ms = performance.now() - begin;
  const bytes = (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
  await context.close();
  return { ms, bytes };
}

async function measurePanel(chromium: Chromium, origin: string, panel: Panel): Promise<PanelTimes> {
  const state = await signedIn(chromium, origin, panel.email);
  const [content, floor]: [number[], number[]] = [[], []];
  let scriptBytes = 0;
  // One round more, which warms up and does not count.
  for (let round = 0; round <= rounds; round++) {
    const page = await open(chromium, `${origin}${panel.path}`, { text: panel.content, state });
    const least = await open(chromium, `${origin}/sign-in`, { text: "Password" });
    scriptBytes = page.bytes;
    if (round === 0) continue;
    content.push(page.ms);
    floor.push(least.ms);
  }
  return {
    panel: panel.name,
    contentMs: median(content),
    floorMs: median(floor),
    scriptKiB: scriptBytes / 1024,
  };
}

/** Measure the first page of each panel of a new demo, in turn with the floor. */
export async function measurePanels(): Promise<PanelTimes[]> {
  const dataDir = await mkdtemp(join(tmpdir(), "souk-bench-panels-"));
  const port = await freePort();
  const variables = { SOUK_DEMO_APP: "off" };
  const platform = await startPlatform({ dataDir, port, through: "node", variables });
  const chromium = await startChromium();
  try {
    const times: PanelTimes[] = [];
    for (const panel of panels)
      times.push(await measurePanel(chromium, `http://${panel.name}.souk.localhost:${port}`, panel));
    return times;
  } finally {
    await chromium.stop();
    await platform.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}
