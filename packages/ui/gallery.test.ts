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
const axe = readFileSync(fileURLToPath(import.meta.resolve("axe-core/axe.min.js")), "utf8");

before(async () => {
  [gallery, chromium] = await Promise.all([openGallery(), startChromium()]);
});
after(async () => {
  await Promise.all([gallery.close(), chromium.stop()]);
});

/** Open a page of the gallery in its own window and collect its console messages. */
async function open(
  path: string,
  options: BrowserContextOptions = {},
): Promise<{ page: Page; said: string[] }> {
  const context = await chromium.browser.newContext({
    viewport: { width: 1280, height: 800 },
    // What opens is there at once and need not be caught half faded in.
    reducedMotion: "reduce",
    ...options,
  });
  const page = await context.newPage();
  const said: string[] = [];
  page.on("console", (message) => {
    // A rejected request is expected here; the browser logs each of them.
    if (!message.text().startsWith("Failed to load resource")) said.push(message.text());
  });
  page.on("pageerror", (error) => said.push(error.message));
  await page.goto(`${gallery.origin}${path}`);
  await page.locator("h1").waitFor();
  return { page, said };
}

interface AxeViolation {
  id: string;
  help: string;
  nodes: { target: string[] }[];
}

/**
 * Wait until what slides in, changes its color or reflows in a narrower window has come to rest.
 * A page that stays too wide is reported after a while.
 */
async function atRest(page: Page): Promise<void> {
  await page.evaluate(`new Promise((resolve) => {
    const end = performance.now() + 10_000;
    const look = () => {
      const isMoving = document.getAnimations().some(
        ({ effect, playState }) => playState === "running" && effect.getTiming().iterations !== Infinity,
      );
      const { scrollWidth, clientWidth } = document.documentElement;
      if ((!isMoving && scrollWidth <= clientWidth) || performance.now() > end) resolve();
      else requestAnimationFrame(look);
    };
    requestAnimationFrame(() => requestAnimationFrame(look));
  })`);
}

async function darken(page: Page): Promise<void> {
  await page.emulateMedia({ colorScheme: "dark" });
  await page.locator("html[data-mantine-color-scheme=dark]").waitFor();
}

async function findViolations(page: Page, look: string): Promise<string[]> {
  await atRest(page);
  const { violations } = await page.evaluate<{ violations: AxeViolation[] }>("axe.run()");
  const sideways = await page.evaluate<number>(
    "document.documentElement.scrollWidth - document.documentElement.clientWidth",
  );
  const found = violations.map(
    ({ id, help, nodes }) =>
      `${look}: ${id}: ${help}: ${nodes.map(({ target }) => target.join(" ")).join(", ")}`,
  );
  return sideways > 0 ? [...found, `${look}: ${sideways} pixels too wide`] : found;
}

for (const path of ["/kedai", "/kedai/products", "/kedai/form", "/kedai/states", "/kedai/nowhere"]) {
  test(`${path}: axe finds no error in light, dark and 380 px, the policy blocks nothing`, async () => {
    const { page, said } = await open(path, { colorScheme: "light" });
    // Skeletons come after 150 ms, and the progress line after a second.
    if (path === "/kedai/states") await page.getByText("Uninstalling…").waitFor();
    await page.evaluate(axe);
    const light = await findViolations(page, "light");
    await darken(page);
    const dark = await findViolations(page, "dark");
    await page.setViewportSize({ width: 380, height: 800 });
    const narrow = await findViolations(page, "narrow");
    assert.deepEqual([...light, ...dark, ...narrow, ...said], []);
    await page.context().close();
  });
}

interface Opening {
  name: string;
  path: string;
  /** The element to click. */
  by: (page: Page) => Locator;
  /** The element that is visible afterwards. */
  shows: (page: Page) => Locator;
}

/** The overlays of a page, and how each is opened. */
const openings: readonly Opening[] = [
  {
    name: "the account",
    path: "/kedai",
    by: (page) => page.getByRole("button", { name: /^Account/ }),
    shows: (page) => page.getByRole("button", { name: "Sign out" }),
  },
  {
    name: "the stores",
    path: "/kedai",
    by: (page) => page.getByRole("button", { name: /^Store:/ }),
    shows: (page) => page.getByRole("link", { name: "All stores" }),
  },
  {
    name: "a long choice",
    path: "/kedai/form",
    by: (page) => page.getByRole("combobox", { name: "Currency" }),
    shows: (page) => page.getByRole("option").first(),
  },
  {
    name: "a dialog",
    path: "/kedai/form",
    by: (page) => page.getByRole("button", { name: "Uninstall" }),
    shows: (page) => page.getByRole("dialog").locator("input:focus"),
  },
  {
    name: "a toast",
    path: "/kedai/form",
    by: (page) => page.getByRole("button", { name: "Show a toast" }),
    shows: (page) => page.getByText("3 levels are new."),
  },
  {
    name: "a refused form",
    path: "/kedai/form",
    by: (page) => page.getByRole("button", { name: "Create app" }),
    shows: (page) => page.getByText("Check the highlighted fields"),
  },
  {
    name: "a chart as a table",
    path: "/kedai",
    by: (page) => page.getByText("View as table"),
    shows: (page) => page.getByRole("table", { name: "Events a day" }),
  },
];

for (const { name, path, by, shows } of openings) {
  test(`axe finds no fault in ${name}, in light and in dark`, async () => {
    const { page, said } = await open(path, { colorScheme: "light" });
    await by(page).click();
    await shows(page).waitFor();
    await page.evaluate(axe);
    const light = await findViolations(page, "light");
    await darken(page);
    assert.deepEqual([...light, ...(await findViolations(page, "dark")), ...said], []);
    await page.context().close();
  });
}

test("a table is sorted and paged with the keyboard alone, and says how it is sorted", async () => {
  const { page } = await open("/kedai/products");
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

test("a click in a row opens its page, focuses the heading and sets the window's title", async () => {
  const { page } = await open("/kedai/products");
  await page.locator("tbody tr").first().locator("td").nth(1).click();
  await page.getByRole("heading", { name: "A form", level: 1 }).waitFor();
  await page.locator("h1:focus").waitFor();
  await assertBecomes(() => page.title(), "A form · Souk Gallery");
  assert.match(page.url(), /\/kedai\/form\?product=\d+$/);
  await page.context().close();
});

test("the bars of a chart show their numbers on focus, and a table shows the same", async () => {
  const { page } = await open("/kedai");
  const bar = page.getByRole("button", { name: /26 October|26 Oct/ });
  await bar.focus();
  const name = await bar.getAttribute("aria-label");
  assert.match(name ?? "", /Stock changed \d+/);
  await page.locator("strong", { hasText: "26 Oct" }).waitFor();
  await page.keyboard.press("Escape");
  await page.locator("strong", { hasText: "26 Oct" }).waitFor({ state: "detached" });
  await page.getByText("View as table").click();
  await page.getByRole("table", { name: "Events a day" }).getByRole("row").nth(20).waitFor();
  await page.context().close();
});

test("a value is copied, and the button announces it to screen readers", async () => {
  const { page } = await open("/kedai", { permissions: ["clipboard-read", "clipboard-write"] });
  await page.getByRole("button", { name: "Copy Client ID" }).click();
  await page.getByRole("status").filter({ hasText: "Client ID copied" }).waitFor();
  assert.equal(await page.evaluate("navigator.clipboard.readText()"), "app_7f3b2c91d4e84f6aa1c0");
  await page.context().close();
});

test("a selected color scheme is applied before the first paint of the next load", async () => {
  const { page } = await open("/kedai", { colorScheme: "light" });
  await page.getByRole("button", { name: "Account: Aminah binti Rashid" }).click();
  await page.getByRole("dialog").getByText("Dark").click();
  await page.locator("html[data-mantine-color-scheme=dark]").waitFor();
  // Without the program: what the document does by itself.
  await page.route("**/*.js", (route) => route.abort());
  await page.reload({ waitUntil: "load" });
  assert.equal(await page.locator("html").getAttribute("data-mantine-color-scheme"), "dark");
  const background = await page.evaluate("getComputedStyle(document.documentElement).backgroundColor");
  assert.equal(background, "rgb(22, 20, 17)");
  await page.context().close();
});

test("signing out posts the session's token to /sign-out", async () => {
  const { page } = await open("/kedai");
  const sent = page.waitForRequest((request) => request.method() === "POST");
  await page.getByRole("button", { name: /^Account/ }).click();
  await page.getByRole("button", { name: "Sign out" }).click();
  const request = await sent;
  assert.equal(new URL(request.url()).pathname, "/sign-out");
  assert.equal(request.postData(), "csrf_token=csrf-of-the-session");
  await page.context().close();
});

test("on a phone the navigation opens from a button and closes when a page is selected", async () => {
  const { page } = await open("/kedai", { viewport: { width: 380, height: 800 } });
  await page.getByRole("button", { name: "Open navigation" }).click();
  await page
    .getByRole("navigation", { name: "Main navigation" })
    .getByRole("link", { name: "Products" })
    .click();
  await page.getByRole("heading", { name: "Products", level: 1 }).waitFor();
  await page.getByRole("button", { name: "Open navigation" }).waitFor();
  await page.context().close();
});

test("the first Tab focuses a link that skips to the content", async () => {
  const { page } = await open("/kedai");
  await page.keyboard.press("Tab");
  await assertBecomes(() => page.evaluate("document.activeElement.textContent"), "Skip to content");
  await page.keyboard.press("Enter");
  await assertBecomes(() => page.evaluate("document.activeElement.id"), "main");
  await page.context().close();
});

test("the development notice is one line, three on a phone at most, and dismissible", async () => {
  const { page } = await open("/kedai");
  const notice = page.getByText("Development mode.").locator("..");
  // In lines of 13 pixels times 1.4.
  const lines = async () => Math.round(((await notice.boundingBox())?.height ?? 0) / 18.2);
  await assertBecomes(lines, 1);
  await page.setViewportSize({ width: 380, height: 800 });
  // The words reflow a moment after the window has become narrow.
  await eventually(async () => (await lines()) <= 3);
  await page.getByRole("button", { name: "Dismiss development notice" }).click();
  await assertBecomes(() => page.evaluate("document.activeElement.id"), "main");
  await page.reload();
  await page.locator("h1").waitFor();
  assert.equal(await notice.count(), 0);
  await page.context().close();
});

test("a page that fails to render shows an error, and the rest of the panel stays", async () => {
  const { page } = await open("/kedai/breaking");
  await page.getByRole("heading", { name: "Something went wrong" }).waitFor();
  await page.getByRole("button", { name: "Reload" }).waitFor();
  await page.getByRole("link", { name: "Products" }).click();
  await page.getByRole("heading", { name: "Products", level: 1 }).waitFor();
  await page.context().close();
});
