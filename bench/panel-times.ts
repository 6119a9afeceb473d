import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Chromium, findFreePort, startChromium } from "@souk/testkit";
import { computeMedian } from "./percentile.ts";
import { startPlatform } from "./platform-process.ts";

/** The load times of a panel's first page in a browser with an empty cache. */
export interface PanelTimes {
  panel: string;
  /** The median time from the navigation until the page shows its data. */
  contentMs: number;
  /** The median time of the sign-in page, which has no JavaScript and is the fastest of our pages. */
  signInPageMs: number;
  /** The transferred size of the page's scripts. */
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
/** The number of measured rounds of each panel. */
const roundCount = 5;

type Context = Awaited<ReturnType<Chromium["browser"]["newContext"]>>;
type StorageState = Awaited<ReturnType<Context["storageState"]>>;

async function signIn(chromium: Chromium, origin: string, email: string): Promise<StorageState> {
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

/** Open a URL with an empty cache. @returns the time until a text appears, in ms, and the size of the scripts, in bytes */
async function measurePage(
  chromium: Chromium,
  url: string,
  { text, state }: { text: string; state?: StorageState },
) {
  const context = await chromium.browser.newContext(state ? { storageState: state } : {});
  const page = await context.newPage();
  const sizes: Promise<number>[] = [];
  page.on("requestfinished", (request) => {
    if (request.resourceType() === "script")
      sizes.push(request.sizes().then(({ responseBodySize }) => responseBodySize));
  });
  const startedAt = performance.now();
  await page.goto(url, { waitUntil: "commit" });
  await page.getByRole("main").getByText(text).first().waitFor();
  const ms = performance.now() - startedAt;
  const bytes = (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
  await context.close();
  return { ms, bytes };
}

async function measurePanel(chromium: Chromium, origin: string, panel: Panel): Promise<PanelTimes> {
  const state = await signIn(chromium, origin, panel.email);
  const [contentTimes, signInPageTimes]: [number[], number[]] = [[], []];
  let scriptBytes = 0;
  // The first round warms up and is not counted.
  for (let round = 0; round <= roundCount; round++) {
    const page = await measurePage(chromium, `${origin}${panel.path}`, { text: panel.content, state });
    const signInPage = await measurePage(chromium, `${origin}/sign-in`, { text: "Password" });
    scriptBytes = page.bytes;
    if (round === 0) continue;
    contentTimes.push(page.ms);
    signInPageTimes.push(signInPage.ms);
  }
  return {
    panel: panel.name,
    contentMs: computeMedian(contentTimes),
    signInPageMs: computeMedian(signInPageTimes),
    scriptKiB: scriptBytes / 1024,
  };
}

/** Measure the first page of each panel of a new demo, alternating with its sign-in page. */
export async function measurePanels(): Promise<PanelTimes[]> {
  const dataDir = await mkdtemp(join(tmpdir(), "souk-bench-panels-"));
  const port = await findFreePort();
  const variables = { SOUK_DEMO_APP: "off" };
  const platform = await startPlatform({ dataDir, port, startedWith: "node", variables });
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
