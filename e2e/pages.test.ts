// SOUK_SCREENSHOTS=<folder> npm test -- e2e/pages.test.ts  also saves screenshots of each page in each display mode.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { framingPages } from "@souk/contract";
import type { Page } from "playwright-core";
import type { PageVisit } from "./create-visit.ts";
import { createE2eFixture, type E2eFixture } from "./e2e-fixture.ts";
import { findViolationsInAllModes } from "./page-violations.ts";
import { createPageVisits, waitUntilDrawn } from "./page-visits.ts";
import { takeScreenshot } from "./screenshot.ts";

let fixture: E2eFixture;
let visits: PageVisit[];

before(async () => {
  fixture = await createE2eFixture();
  visits = await createPageVisits(fixture);
});
after(() => fixture.close());

/** Return the URLs of the platform that a page links to, except the URL of the page itself. */
async function listPlatformLinks(page: Page): Promise<string[]> {
  const hrefs = await page.locator("a").evaluateAll((links) => links.map((link): string => link.href));
  const { domain } = fixture.testPlatform.addresses;
  const platformUrls = hrefs
    .map((href) => new URL(href))
    .filter(({ hostname }) => hostname.endsWith(`.${domain}`));
  const urls = platformUrls.map(({ origin, pathname, search }) => `${origin}${pathname}${search}`);
  return urls.filter((url) => url !== page.url());
}

/** Return a problem if the server has no document for the URL of a panel's page, or the panel has no page for it. */
async function findUrlProblems({ name, url, loadStatus }: PageVisit, page: Page): Promise<string[]> {
  const [status, heading] = [
    await loadStatus(url.href),
    await page.getByRole("heading", { level: 1 }).innerText(),
  ];
  if (status !== 200) return [`${name}: the document has status ${status}`];
  return heading === "Page not found" ? [`${name}: the panel has no page for its URL`] : [];
}

const checkedUrls = new Set<string>();

/** Return the broken links of a page, except links that were already checked on an earlier page. */
async function findBrokenLinks({ name, loadStatus }: PageVisit, page: Page): Promise<string[]> {
  const brokenLinks: string[] = [];
  for (const url of new Set(await listPlatformLinks(page))) {
    if (checkedUrls.has(url)) continue;
    checkedUrls.add(url);
    const status = await loadStatus(url);
    if (status >= 400) brokenLinks.push(`${name}: the link ${url} has status ${status}`);
  }
  return brokenLinks;
}

/** Return the accessibility violations of a page in all display modes, and its broken links. */
async function findProblems(visit: PageVisit): Promise<string[]> {
  const page = await visit.open({ colorScheme: "light", viewport: { width: 1280, height: 800 } });
  const brokenLinks = await findBrokenLinks(visit, page);
  const violations = await findViolationsInAllModes(page, (mode) =>
    takeScreenshot(page, `${visit.name} ${mode}`),
  );
  await page.context().close();
  return [...violations.map((violation) => `${visit.name}, ${violation}`), ...brokenLinks];
}

// The pages are divided among four tests, so that no test takes minutes on a busy machine.
const quarters = [0, 1, 2, 3];
const pickQuarter = <E>(items: readonly E[], quarter: number) =>
  items.filter((_, index) => index % 4 === quarter);

for (const quarter of quarters) {
  test(`pages without JavaScript are accessible and have no broken links (${quarter + 1} of 4)`, async () => {
    const problems: string[] = [];
    const pagesWithoutScript = visits.filter(({ isPanel }) => !isPanel);
    for (const visit of pickQuarter(pagesWithoutScript, quarter))
      problems.push(...(await findProblems(visit)));
    assert.deepEqual(problems, []);
  });
}

/** The paths of pages that only redirect. */
const redirectPaths = [
  "/:store/apps/open/:client_id",
  "/:store/apps/install/:client_id",
  "/:store/apps/link/:id",
  "/.well-known/change-password",
];

test("the accessibility tests open every page of the platform", () => {
  const { addresses, platform } = fixture.testPlatform;
  const missedPages = platform.modules.pages.filter(({ host, method, path }) => {
    const { hostname } = new URL(host === "partners" ? addresses.partnersOrigin : addresses.adminOrigin);
    const pattern = new RegExp(`^${path.replaceAll(/:\w+/g, "[^/]+")}$`);
    const isVisited = visits.some(({ url }) => url.hostname === hostname && pattern.test(url.pathname));
    return method === "GET" && !isVisited && !redirectPaths.includes(path);
  });
  assert.deepEqual(
    missedPages.map(({ host, path }) => `${host} ${path}`),
    [],
  );
});

/** Patterns of the paths of pages with a Content-Security-Policy of their own. A link to them loads a new document. */
const framingPatterns = framingPages.map((path) => new RegExp(`${path.replaceAll(/\$\w+/g, "[^/]+")}$`));

/** Navigate from one page of a panel to another as the panel's links do, if possible without loading a document. */
async function navigate(page: Page, { url }: PageVisit): Promise<void> {
  if (framingPatterns.some((pattern) => pattern.test(url.pathname))) {
    await page.goto(url.href);
    return waitUntilDrawn(page);
  }
  const formerHeading = await page.getByRole("heading", { level: 1 }).elementHandle();
  const target = JSON.stringify(`${url.pathname}${url.search}`);
  await page.evaluate(`history.pushState({}, "", ${target})`);
  // The former page stays visible until the next one has loaded.
  await formerHeading?.waitForElementState("hidden");
  await waitUntilDrawn(page);
}

test("an unknown URL of a panel shows Page not found and a link to the home page", async () => {
  const visit = visits.find(({ isPanel, url }) => isPanel && url.pathname.endsWith("/orders"));
  assert.ok(visit);
  const page = await visit.open();
  await navigate(page, { ...visit, url: new URL(`${visit.url.href}/1/nothing`) });
  assert.equal(await page.getByRole("heading", { level: 1 }).innerText(), "Page not found");
  await page.getByRole("main").getByRole("link").click();
  await page.getByRole("heading", { level: 1, name: "Home" }).waitFor();
  assert.equal(new URL(page.url()).pathname, visit.url.pathname.replace("/orders", ""));
  await page.context().close();
});

for (const quarter of quarters) {
  test(`every panel URL opens a page, both from the server and inside the panel, without broken links (${quarter + 1} of 4)`, async () => {
    const problems: string[] = [];
    const panelVisits = visits.filter(({ isPanel }) => isPanel);
    const visitsByPerson = Map.groupBy(pickQuarter(panelVisits, quarter), ({ person }) => person);
    for (const [firstVisit, ...otherVisits] of visitsByPerson.values()) {
      if (firstVisit === undefined) continue;
      const page = await firstVisit.open();
      problems.push(
        ...(await findUrlProblems(firstVisit, page)),
        ...(await findBrokenLinks(firstVisit, page)),
      );
      for (const visit of otherVisits) {
        await navigate(page, visit);
        problems.push(...(await findUrlProblems(visit, page)), ...(await findBrokenLinks(visit, page)));
      }
      await page.context().close();
    }
    assert.deepEqual(problems, []);
  });
}
