// SOUK_SCREENSHOTS=<folder> npm test -- e2e/pages.test.ts  also saves an image of each page in each look.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { framingPages } from "@souk/contract";
import type { Page } from "playwright-core";
import { createE2eFixture, type E2eFixture } from "./e2e-fixture.ts";
import { findViolationsInEveryLook } from "./page-violations.ts";
import { takeScreenshot } from "./screenshot.ts";
import { createTour, drawn, type Stop } from "./tour.ts";

let fixture: E2eFixture;
let stops: Stop[];

before(async () => {
  fixture = await createE2eFixture();
  stops = await createTour(fixture);
});
after(() => fixture.close());

/** List the platform addresses that a page links to, except itself. */
async function ownLinks(page: Page): Promise<string[]> {
  const hrefs = await page.locator("a").evaluateAll((links) => links.map((link): string => link.href));
  const { domain } = fixture.testing.addresses;
  const own = hrefs.map((href) => new URL(href)).filter(({ hostname }) => hostname.endsWith(`.${domain}`));
  const addresses = own.map(({ origin, pathname, search }) => `${origin}${pathname}${search}`);
  return addresses.filter((address) => address !== page.url());
}

/** What is wrong with the address of a panel's page: the server has no document for it, or the program no page. */
async function findAddressFaults(
  { name, address, loadStatus: statusOf }: Stop,
  page: Page,
): Promise<string[]> {
  const [status, heading] = [
    await statusOf(address.href),
    await page.getByRole("heading", { level: 1 }).innerText(),
  ];
  if (status !== 200) return [`${name}: the document answers ${status}`];
  return heading === "Page not found" ? [`${name}: the panel has no page for it`] : [];
}

const known = new Set<string>();

/**
 * List the links of a page that no earlier page had and that are broken. Link targets are stops of their own.
 */
async function deadLinks({ name, loadStatus }: Stop, page: Page): Promise<string[]> {
  const dead: string[] = [];
  for (const address of new Set(await ownLinks(page))) {
    if (known.has(address)) continue;
    known.add(address);
    const status = await loadStatus(address);
    if (status >= 400) dead.push(`${name}: ${address} answers ${status}`);
  }
  return dead;
}

/** List the accessibility violations of one page in light, in dark, and as narrow as a phone, and its broken links. */
async function findProblems(stop: Stop): Promise<string[]> {
  const page = await stop.open({ colorScheme: "light", viewport: { width: 1280, height: 800 } });
  const dead = await deadLinks(stop, page);
  const violations = await findViolationsInEveryLook(page, (look) =>
    takeScreenshot(page, `${stop.name} ${look}`),
  );
  await page.context().close();
  return [...violations.map((violation) => `${stop.name}, ${violation}`), ...dead];
}

// No test takes minutes where much else goes on.
const quarters = [0, 1, 2, 3];
const inQuarter = <E>(all: readonly E[], quarter: number) => all.filter((_, index) => index % 4 === quarter);

for (const quarter of quarters) {
  test(`pages without script are accessible and their links valid (${quarter + 1} of 4)`, async () => {
    const problems: string[] = [];
    const plain = stops.filter(({ isPanel }) => !isPanel);
    for (const stop of inQuarter(plain, quarter)) problems.push(...(await findProblems(stop)));
    assert.deepEqual(problems, []);
  });
}

/** Routes that only redirect. */
const gateways = ["/:store/apps/open/:client_id", "/:store/apps/install/:client_id", "/:store/apps/link/:id"];

test("the tour of this file reaches every page of the router", () => {
  const { addresses, platform } = fixture.testing;
  const missed = platform.modules.pages.filter(({ host, method, path }) => {
    const { hostname } = new URL(host === "partners" ? addresses.partnersOrigin : addresses.adminOrigin);
    const pattern = new RegExp(`^${path.replaceAll(/:\w+/g, "[^/]+")}$`);
    const isSeen = stops.some(
      ({ address }) => address.hostname === hostname && pattern.test(address.pathname),
    );
    return method === "GET" && !isSeen && !gateways.includes(path);
  });
  assert.deepEqual(
    missed.map(({ host, path }) => `${host} ${path}`),
    [],
  );
});

/** A page with a policy of its own is a document of its own. */
const framing = framingPages.map((path) => new RegExp(`${path.replaceAll(/\$\w+/g, "[^/]+")}$`));

/** Goes from one page of a panel to another as its own links do, which draw it in the same document where they can. */
async function goOn(page: Page, { address }: Stop): Promise<void> {
  if (framing.some((pattern) => pattern.test(address.pathname))) {
    await page.goto(address.href);
    return drawn(page);
  }
  const former = await page.getByRole("heading", { level: 1 }).elementHandle();
  const to = JSON.stringify(`${address.pathname}${address.search}`);
  await page.evaluate(`history.pushState({}, "", ${to})`);
  // The former page stays until the next one is loaded, and takes its heading along.
  await former?.waitForElementState("hidden");
  await drawn(page);
}

test("an address of a panel that is in no list shows that the page was not found, and where to go", async () => {
  const stop = stops.find(({ isPanel, address }) => isPanel && address.pathname.endsWith("/orders"));
  assert.ok(stop);
  const page = await stop.open();
  await goOn(page, { ...stop, address: new URL(`${stop.address.href}/1/nothing`) });
  assert.equal(await page.getByRole("heading", { level: 1 }).innerText(), "Page not found");
  await page.getByRole("main").getByRole("link").click();
  await page.getByRole("heading", { level: 1, name: "Home" }).waitFor();
  assert.equal(new URL(page.url()).pathname, stop.address.pathname.replace("/orders", ""));
  await page.context().close();
});

for (const quarter of quarters) {
  test(`every address of the panels has a document and a page, and so has every link there (${quarter + 1} of 4)`, async () => {
    const dead: string[] = [];
    const panels = stops.filter(({ isPanel }) => isPanel);
    const byPerson = Map.groupBy(inQuarter(panels, quarter), ({ person }) => person);
    for (const [first, ...others] of byPerson.values()) {
      if (first === undefined) continue;
      const page = await first.open();
      dead.push(...(await findAddressFaults(first, page)), ...(await deadLinks(first, page)));
      for (const stop of others) {
        await goOn(page, stop);
        dead.push(...(await findAddressFaults(stop, page)), ...(await deadLinks(stop, page)));
      }
      await page.context().close();
    }
    assert.deepEqual(dead, []);
  });
}
