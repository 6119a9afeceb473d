import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { after, before, test } from "node:test";
import { fileURLToPath } from "node:url";
import { assertBecomes, type Chromium, eventually, startChromium } from "@souk/testkit";
import { type Gallery, openGallery } from "./testing/open-gallery.ts";

type Page = Awaited<ReturnType<Chromium["browser"]["newPage"]>>;
type Locator = ReturnType<Page["locator"]>;
type BrowserContextOptions = NonNullable<Parameters<Chromium["browser"]["newContext"]>[0]>;

let gallery: Gallery;
let chromium: Chromium;
/** The source of axe, which checks a page's accessibility. */
const axeScript = readFileSync(fileURLToPath(import.meta.resolve("axe-core/axe.min.js")), "utf8");

before(async () => {
  [gallery, chromium] = await Promise.all([openGallery(), startChromium()]);
});
after(async () => {
  await Promise.all([gallery.close(), chromium.stop()]);
});

/** Open a page of the gallery in a new browser context and collect its console messages. */
async function openPage(
  path: string,
  options: BrowserContextOptions = {},
): Promise<{ page: Page; consoleMessages: string[] }> {
  const context = await chromium.browser.newContext({
    viewport: { width: 1280, height: 800 },
    // Overlays then open without a transition.
    reducedMotion: "reduce",
    ...options,
  });
  const page = await context.newPage();
  const consoleMessages: string[] = [];
  page.on("console", (message) => {
    // The browser logs every failed request, and the page of empty, loading and error states has one on purpose.
    if (!message.text().startsWith("Failed to load resource")) consoleMessages.push(message.text());
  });
  page.on("pageerror", (error) => consoleMessages.push(error.message));
  await page.goto(`${gallery.origin}${path}`);
  await page.locator("h1").waitFor();
  return { page, consoleMessages };
}

interface AxeViolation {
  id: string;
  help: string;
  nodes: { target: string[] }[];
}

/** Wait until no animation is running and the page is not wider than its window, but at most ten seconds. */
async function waitUntilStill(page: Page): Promise<void> {
  await page.evaluate(`new Promise((resolve) => {
    const end = performance.now() + 10_000;
    const check = () => {
      const isMoving = document.getAnimations().some(
        ({ effect, playState }) => playState === "running" && effect.getTiming().iterations !== Infinity,
      );
      const { scrollWidth, clientWidth } = document.documentElement;
      if ((!isMoving && scrollWidth <= clientWidth) || performance.now() > end) resolve();
      else requestAnimationFrame(check);
    };
    requestAnimationFrame(() => requestAnimationFrame(check));
  })`);
}

async function switchToDark(page: Page): Promise<void> {
  await page.emulateMedia({ colorScheme: "dark" });
  await page.locator("html[data-mantine-color-scheme=dark]").waitFor();
}

async function findViolations(page: Page, appearance: string): Promise<string[]> {
  await waitUntilStill(page);
  const { violations } = await page.evaluate<{ violations: AxeViolation[] }>("axe.run()");
  const overflowPixels = await page.evaluate<number>(
    "document.documentElement.scrollWidth - document.documentElement.clientWidth",
  );
  const violationLines = violations.map(
    ({ id, help, nodes }) =>
      `${appearance}: ${id}: ${help}: ${nodes.map(({ target }) => target.join(" ")).join(", ")}`,
  );
  return overflowPixels > 0
    ? [...violationLines, `${appearance}: ${overflowPixels} pixels too wide`]
    : violationLines;
}

for (const path of ["/kedai", "/kedai/products", "/kedai/form", "/kedai/states", "/kedai/nowhere"]) {
  test(`the gallery page ${path} has no axe violation or console message in light or dark mode or at 380 px`, async () => {
    const { page, consoleMessages } = await openPage(path, { colorScheme: "light" });
    // The progress line is the last element to appear, after a second.
    if (path === "/kedai/states") await page.getByText("Uninstalling…").waitFor();
    await page.evaluate(axeScript);
    const light = await findViolations(page, "light");
    await switchToDark(page);
    const dark = await findViolations(page, "dark");
    await page.setViewportSize({ width: 380, height: 800 });
    const narrow = await findViolations(page, "narrow");
    assert.deepEqual([...light, ...dark, ...narrow, ...consoleMessages], []);
    await page.context().close();
  });
}

interface Overlay {
  name: string;
  path: string;
  /** The element that opens the overlay. */
  getTrigger: (page: Page) => Locator;
  /** The element that is visible when the overlay is open. */
  getContent: (page: Page) => Locator;
}

/** The overlays, and how each is opened. */
const overlays: readonly Overlay[] = [
  {
    name: "the account menu",
    path: "/kedai",
    getTrigger: (page) => page.getByRole("button", { name: /^Account/ }),
    getContent: (page) => page.getByRole("button", { name: "Sign out" }),
  },
  {
    name: "the store switcher",
    path: "/kedai",
    getTrigger: (page) => page.getByRole("button", { name: /^Store:/ }),
    getContent: (page) => page.getByRole("link", { name: "All stores" }),
  },
  {
    name: "an open select",
    path: "/kedai/form",
    getTrigger: (page) => page.getByRole("combobox", { name: "Currency" }),
    getContent: (page) => page.getByRole("option").first(),
  },
  {
    name: "a dialog",
    path: "/kedai/form",
    getTrigger: (page) => page.getByRole("button", { name: "Uninstall" }),
    getContent: (page) => page.getByRole("dialog").locator("input:focus"),
  },
  {
    name: "a toast",
    path: "/kedai/form",
    getTrigger: (page) => page.getByRole("button", { name: "Show a toast" }),
    getContent: (page) => page.getByText("3 levels are new."),
  },
  {
    name: "a form with errors",
    path: "/kedai/form",
    getTrigger: (page) => page.getByRole("button", { name: "Create app" }),
    getContent: (page) => page.getByText("Check the highlighted fields"),
  },
  {
    name: "the table of a chart",
    path: "/kedai",
    getTrigger: (page) => page.getByText("View as table"),
    getContent: (page) => page.getByRole("table", { name: "Events a day" }),
  },
];

for (const { name, path, getTrigger, getContent } of overlays) {
  test(`${name} has no axe violation in light or dark mode`, async () => {
    const { page, consoleMessages } = await openPage(path, { colorScheme: "light" });
    await getTrigger(page).click();
    await getContent(page).waitFor();
    await page.evaluate(axeScript);
    const light = await findViolations(page, "light");
    await switchToDark(page);
    assert.deepEqual([...light, ...(await findViolations(page, "dark")), ...consoleMessages], []);
    await page.context().close();
  });
}

test("a table can be sorted and paged with the keyboard alone", async () => {
  const { page } = await openPage("/kedai/products");
  const header = page.getByRole("columnheader", { name: "Stock" });
  assert.equal(await header.getAttribute("aria-sort"), "none");
  await page.getByRole("button", { name: "Stock" }).focus();
  await page.keyboard.press("Enter");
  await page.locator('th[aria-sort="ascending"]', { hasText: "Stock" }).waitFor();
  await page.keyboard.press("Enter");
  await page.locator('th[aria-sort="descending"]', { hasText: "Stock" }).waitFor();
  await page.getByRole("button", { name: "Next page" }).focus();
  await page.keyboard.press("Enter");
  await page.getByText("Page 2 of 3").waitFor();
  await assertBecomes(() => page.locator("tbody tr").count(), 10);
  await page.context().close();
});

test("a click in a table row opens the record's page and focuses its heading", async () => {
  const { page } = await openPage("/kedai/products");
  await page.locator("tbody tr").first().locator("td").nth(1).click();
  await page.getByRole("heading", { name: "A form", level: 1 }).waitFor();
  await page.locator("h1:focus").waitFor();
  await assertBecomes(() => page.title(), "A form · Souk Gallery");
  assert.match(page.url(), /\/kedai\/form\?product=\d+$/);
  await page.context().close();
});

test("a chart shows the numbers of a bar when the bar is focused", async () => {
  const { page } = await openPage("/kedai");
  const bar = page.getByRole("button", { name: /26 October|26 Oct/ });
  await bar.focus();
  const name = await bar.getAttribute("aria-label");
  assert.match(name ?? "", /Stock changed \d+/);
  await page.locator("strong", { hasText: "26 Oct" }).waitFor();
  await page.keyboard.press("Escape");
  await page.locator("strong", { hasText: "26 Oct" }).waitFor({ state: "detached" });
  await page.context().close();
});

test("a chart can be viewed as a table", async () => {
  const { page } = await openPage("/kedai");
  await page.getByText("View as table").click();
  await page.getByRole("table", { name: "Events a day" }).getByRole("row").nth(20).waitFor();
  await page.context().close();
});

test("copying a value is announced to screen readers", async () => {
  const { page } = await openPage("/kedai", { permissions: ["clipboard-read", "clipboard-write"] });
  await page.getByRole("button", { name: "Copy Client ID" }).click();
  await page.getByRole("status").filter({ hasText: "Client ID copied" }).waitFor();
  assert.equal(await page.evaluate("navigator.clipboard.readText()"), "app_7f3b2c91d4e84f6aa1c0");
  await page.context().close();
});

test("a selected color scheme is applied before the first paint of the next load", async () => {
  const { page } = await openPage("/kedai", { colorScheme: "light" });
  await page.getByRole("button", { name: "Account: Aminah binti Rashid" }).click();
  await page.getByRole("dialog").getByText("Dark").click();
  await page.locator("html[data-mantine-color-scheme=dark]").waitFor();
  // Scripts are blocked, so that only the inline scheme script runs.
  await page.route("**/*.js", (route) => route.abort());
  await page.reload({ waitUntil: "load" });
  assert.equal(await page.locator("html").getAttribute("data-mantine-color-scheme"), "dark");
  const background = await page.evaluate("getComputedStyle(document.documentElement).backgroundColor");
  assert.equal(background, "rgb(22, 20, 17)");
  await page.context().close();
});

test("signing out posts the session's CSRF token to /sign-out", async () => {
  const { page } = await openPage("/kedai");
  const signOutRequest = page.waitForRequest((request) => request.method() === "POST");
  await page.getByRole("button", { name: /^Account/ }).click();
  await page.getByRole("button", { name: "Sign out" }).click();
  const request = await signOutRequest;
  assert.equal(new URL(request.url()).pathname, "/sign-out");
  assert.equal(request.postData(), "csrf_token=csrf-of-the-session");
  await page.context().close();
});

test("on a phone, selecting a page closes the navigation", async () => {
  const { page } = await openPage("/kedai", { viewport: { width: 380, height: 800 } });
  await page.getByRole("button", { name: "Open navigation" }).click();
  const navigation = page.getByRole("navigation", { name: "Main navigation" });
  await navigation.getByRole("link", { name: "Products" }).click();
  await page.getByRole("heading", { name: "Products", level: 1 }).waitFor();
  await page.getByRole("button", { name: "Open navigation" }).waitFor();
  await page.context().close();
});

test("the first press of Tab focuses a link that skips to the content", async () => {
  const { page } = await openPage("/kedai");
  await page.keyboard.press("Tab");
  await assertBecomes(() => page.evaluate("document.activeElement.textContent"), "Skip to content");
  await page.keyboard.press("Enter");
  await assertBecomes(() => page.evaluate("document.activeElement.id"), "main");
  await page.context().close();
});

test("the development notice takes one line, and at most three on a phone", async () => {
  const { page } = await openPage("/kedai");
  const notice = page.getByText("Development mode.").locator("..");
  // A line is 13 pixels times 1.4 high.
  const countLines = async () => Math.round(((await notice.boundingBox())?.height ?? 0) / 18.2);
  await assertBecomes(countLines, 1);
  await page.setViewportSize({ width: 380, height: 800 });
  // The text reflows a moment after the window is resized.
  await eventually(async () => (await countLines()) <= 3);
  await page.context().close();
});

test("a dismissed development notice stays hidden after a reload", async () => {
  const { page } = await openPage("/kedai");
  await page.getByRole("button", { name: "Dismiss development notice" }).click();
  await assertBecomes(() => page.evaluate("document.activeElement.id"), "main");
  await page.reload();
  await page.locator("h1").waitFor();
  assert.equal(await page.getByText("Development mode.").count(), 0);
  await page.context().close();
});

test("a panel stays usable if one of its pages fails to render", async () => {
  const { page } = await openPage("/kedai/breaking");
  await page.getByRole("heading", { name: "Something went wrong" }).waitFor();
  await page.getByRole("button", { name: "Reload" }).waitFor();
  await page.getByRole("link", { name: "Products" }).click();
  await page.getByRole("heading", { name: "Products", level: 1 }).waitFor();
  await page.context().close();
});
