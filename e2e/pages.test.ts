// SOUK_SCREENSHOTS=<folder> npm test -- e2e/pages.test.ts  also writes a picture of each page in each look.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { Page } from "playwright-core";
import { faultsInEveryLook } from "./page-faults.ts";
import { takePicture } from "./picture.ts";
import { openStage, type Stage } from "./stage.ts";
import { drawn, type Stop, tourOf } from "./tour.ts";

let stage: Stage;
let stops: Stop[];

before(async () => {
  stage = await openStage();
  stops = await tourOf(stage);
});
after(() => stage.close());

/** The addresses of ours that a page links to, without itself. */
async function ownLinks(page: Page): Promise<string[]> {
  const hrefs = await page.locator("a").evaluateAll((links) => links.map((link): string => link.href));
  const { domain } = stage.testing.addresses;
  const own = hrefs.map((href) => new URL(href)).filter(({ hostname }) => hostname.endsWith(`.${domain}`));
  const addresses = own.map(({ origin, pathname, search }) => `${origin}${pathname}${search}`);
  return addresses.filter((address) => address !== page.url());
}

const known = new Set<string>();

/** The links of a page that no page before it has had and that lead nowhere. What stands behind them has a stop of its own. */
async function deadLinks({ name, statusOf }: Stop, page: Page): Promise<string[]> {
  const dead: string[] = [];
  for (const address of new Set(await ownLinks(page))) {
    if (known.has(address)) continue;
    known.add(address);
    const status = await statusOf(address);
    if (status >= 400) dead.push(`${name}: ${address} answers ${status}`);
  }
  return dead;
}

/** One page in its light and dark look, and as narrow as a phone, and where its links lead. */
async function faultsOf(stop: Stop): Promise<string[]> {
  const page = await stop.open({ colorScheme: "light", viewport: { width: 1280, height: 800 } });
  const dead = await deadLinks(stop, page);
  const faults = await faultsInEveryLook(page, (look) => takePicture(page, `${stop.name} ${look}`));
  await page.context().close();
  return [...faults.map((fault) => `${stop.name}, ${fault}`), ...dead];
}

// No test takes minutes where much else goes on.
const quarters = [0, 1, 2, 3];
const inQuarter = <E>(all: readonly E[], quarter: number) => all.filter((_, at) => at % 4 === quarter);

for (const quarter of quarters) {
  test(`no page without script has a serious fault for axe-core, scrolls sideways, in light, in dark, or 380 pixels wide, or leads nowhere (${quarter + 1} of 4)`, async () => {
    const faults: string[] = [];
    const plain = stops.filter(({ isPanel }) => !isPanel);
    for (const stop of inQuarter(plain, quarter)) faults.push(...(await faultsOf(stop)));
    assert.deepEqual(faults, []);
  });
}

/** These only lead on. */
const gateways = ["/:store/apps/open/:client_id", "/:store/apps/install/:client_id", "/:store/apps/link/:id"];

test("the tour of this file comes to every page of the router", () => {
  const { addresses, platform } = stage.testing;
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

/** Goes from one page of a panel to another as its own links do, which draw it in the same document. */
async function goOn(page: Page, { address }: Stop): Promise<void> {
  const former = await page.getByRole("heading", { level: 1 }).elementHandle();
  const to = JSON.stringify(`${address.pathname}${address.search}`);
  await page.evaluate(`history.pushState({}, "", ${to})`);
  // The former page stays until the next one is loaded, and takes its heading along.
  await former?.waitForElementState("hidden");
  await drawn(page);
}

for (const quarter of quarters) {
  test(`every link of every page of the panels leads to a page (${quarter + 1} of 4)`, async () => {
    const dead: string[] = [];
    const panels = stops.filter(({ isPanel }) => isPanel);
    const byPerson = Map.groupBy(inQuarter(panels, quarter), ({ person }) => person);
    for (const [first, ...others] of byPerson.values()) {
      if (first === undefined) continue;
      const page = await first.open();
      dead.push(...(await deadLinks(first, page)));
      for (const stop of others) {
        await goOn(page, stop);
        dead.push(...(await deadLinks(stop, page)));
      }
      await page.context().close();
    }
    assert.deepEqual(dead, []);
  });
}
