import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { Route } from "playwright-core";
import { collectVisibleTexts } from "./collect-visible-texts.ts";
import type { PageVisit } from "./create-visit.ts";
import { createE2eFixture, type E2eFixture } from "./e2e-fixture.ts";
import { watchData } from "./page-data.ts";
import { createPageVisits, waitUntilDrawn } from "./page-visits.ts";
import { toPseudoMessages } from "./pseudo-messages.ts";

let fixture: E2eFixture;
let visits: PageVisit[];

before(async () => {
  fixture = await createE2eFixture();
  visits = (await createPageVisits(fixture)).filter(({ isPanel }) => isPanel);
});
after(() => fixture.close());

/** Answer a request for a panel's built message file with a file that has the same exports in the pseudo-locale. */
async function servePseudoMessages(route: Route): Promise<void> {
  const { hostname, pathname } = new URL(route.request().url());
  const panel = hostname.startsWith("partners.") ? "partners" : "admin";
  const builtMessages: object = await import(
    new URL(`../apps/${panel}/dist${pathname}`, import.meta.url).href
  );
  const catalogs = Object.entries(builtMessages);
  const body = catalogs.map(
    ([name, messages], index) =>
      `const m${index} = ${JSON.stringify(toPseudoMessages(messages))};\nexport { m${index} as ${name} };`,
  );
  await route.fulfill({ contentType: "text/javascript", body: body.join("\n") });
}

/** Return the texts of these pages that come neither from the message catalog nor from the data that the pages received. */
async function findUncatalogedTexts(
  person: PageVisit["person"],
  pages: readonly PageVisit[],
): Promise<string[]> {
  const context = person ? await fixture.openContextAs(person) : await fixture.openContext();
  let servedCount = 0;
  await context.route("**/assets/messages-*.js", (route) => {
    servedCount += 1;
    return servePseudoMessages(route);
  });
  const uncatalogedTexts: string[] = [];
  for (const { name, url } of pages) {
    const page = await context.newPage();
    const data = watchData(page);
    await page.goto(url.href);
    await waitUntilDrawn(page);
    const heading = await page.getByRole("heading", { level: 1 }).first().textContent();
    assert.ok(heading, `${name} has no heading`);
    const texts = await collectVisibleTexts(page);
    // Pseudo-locale messages have only accented letters, so a plain letter belongs to data or to a text outside the catalog.
    for (const { location, text } of texts) {
      if (/[A-Za-z]/.test(await data.removeKnownData(text)))
        uncatalogedTexts.push(`${name}, ${location}: ${text}`);
    }
    await page.close();
  }
  assert.ok(servedCount > 0, "no panel has loaded a separate file of messages");
  await context.close();
  return uncatalogedTexts;
}

const thirds = [0, 1, 2];

for (const third of thirds) {
  test(`every text on the panel pages comes from the message catalog or is data (${third + 1} of 3)`, async () => {
    const uncatalogedTexts: string[] = [];
    const visitsOfThird = visits.filter((_, index) => index % 3 === third);
    for (const [person, pages] of Map.groupBy(visitsOfThird, (visit) => visit.person)) {
      uncatalogedTexts.push(...(await findUncatalogedTexts(person, pages)));
    }
    assert.deepEqual([...new Set(uncatalogedTexts)], []);
  });
}
