// npm run screenshots
// Takes the screenshots of the README. It starts a development server with the demo store and the demo app.
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync } from "node:fs";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { eventually, findFreePort, startChromium } from "@souk/testkit";
import type { BrowserContext, Page } from "playwright-core";
import { root } from "./root.ts";

const folder = join(root, "docs/screenshots");
const viewport = { width: 1280, height: 800 };

async function startServer(dataDir: string, port: number): Promise<ChildProcess> {
  const env = {
    ...process.env,
    SOUK_DATA_DIR: dataDir,
    SOUK_PORT: String(port),
    SOUK_DEMO_APP: String(await findFreePort()),
    SOUK_DEMO_LOGISTICS: "off",
  };
  const child = spawn(process.execPath, [join(root, "apps/server/main.ts")], { env, stdio: "ignore" });
  await eventually(() => readFile(join(dataDir, "ready.json")), { timeoutMs: 60_000 });
  return child;
}

async function signIn(context: BrowserContext, origin: string, email: string): Promise<Page> {
  const page = await context.newPage();
  await page.goto(`${origin}/sign-in`);
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password").fill("souk-demo");
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.getByRole("heading", { level: 1 }).waitFor();
  return page;
}

/** Scroll the page so that the heading is just below the header of the panel, which takes 90 px with its margin. */
function scrollBelowHeader(heading: unknown): void {
  const { top } = (heading as { getBoundingClientRect(): { top: number } }).getBoundingClientRect();
  (globalThis as unknown as { scrollBy(x: number, y: number): void }).scrollBy(0, top - 90);
}

/** The script that the page runs to find out whether all its images are loaded. */
const areImagesLoadedScript = "[...document.images].every((image) => image.complete)";

async function takeScreenshot(page: Page, name: string): Promise<void> {
  await eventually(() => page.evaluate<boolean>(areImagesLoadedScript));
  await page.screenshot({ path: join(folder, `${name}.png`), animations: "disabled" });
}

/** Install the demo app, and change some stock quantities in its page. */
async function useDemoApp(page: Page, origin: string): Promise<void> {
  await page.goto(`${origin}/demo/apps`);
  await page.getByRole("link", { name: "Install Inventory Sync" }).click();
  await page.getByRole("button", { name: "Approve" }).click();
  const frame = page.frameLocator("iframe");
  const decrementButtons = frame.getByRole("button", { name: "Decrease by 1" });
  for (const nth of [0, 1, 3, 6]) await decrementButtons.nth(nth).click();
  await frame.getByText("inventory_level/inventory_quantity_update").nth(3).waitFor();
  const toasts = page.getByText(/^Inventory Sync: /);
  await eventually(async () => (await toasts.count()) === 0, { timeoutMs: 20_000 });
}

async function takeMerchantScreenshots(context: BrowserContext, origin: string): Promise<void> {
  const page = await signIn(context, origin, "merchant@demo.test");
  await useDemoApp(page, origin);
  await takeScreenshot(page, "embedded-app");
  await page.emulateMedia({ colorScheme: "dark" });
  await takeScreenshot(page, "embedded-app-dark");
  await page.emulateMedia({ colorScheme: "light" });
  await page.goto(`${origin}/demo`);
  await page.getByRole("heading", { name: "Recent activity" }).waitFor();
  await takeScreenshot(page, "home");
  await page.goto(`${origin}/demo/products`);
  await page.getByRole("link", { name: "Linen Notebook" }).click();
  await page.getByRole("heading", { name: "Stock history" }).waitFor();
  await page.getByRole("heading", { name: "Stock", exact: true }).evaluate(scrollBelowHeader);
  await takeScreenshot(page, "product");
}

async function takePartnerScreenshots(context: BrowserContext, origin: string): Promise<void> {
  const page = await signIn(context, origin, "partner@demo.test");
  await page.getByRole("link", { name: "Inventory Sync" }).first().click();
  await page.getByRole("link", { name: /demo/ }).first().click();
  await page.getByText("inventory_level/inventory_quantity_update").first().waitFor();
  await page.getByRole("heading", { name: "Recent webhook deliveries" }).evaluate(scrollBelowHeader);
  await takeScreenshot(page, "installation");
}

async function takeAllScreenshots(): Promise<void> {
  mkdirSync(folder, { recursive: true });
  const dataDir = await mkdtemp(join(tmpdir(), "souk-screenshots-"));
  const port = await findFreePort();
  const server = await startServer(dataDir, port);
  const chromium = await startChromium();
  try {
    const options = { viewport, colorScheme: "light", reducedMotion: "reduce" } as const;
    await takeMerchantScreenshots(
      await chromium.browser.newContext(options),
      `http://admin.souk.localhost:${port}`,
    );
    await takePartnerScreenshots(
      await chromium.browser.newContext(options),
      `http://partners.souk.localhost:${port}`,
    );
  } finally {
    await chromium.stop();
    server.kill("SIGTERM");
    await once(server, "exit");
    await rm(dataDir, { recursive: true, force: true });
  }
}

await takeAllScreenshots();
