import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { Route } from "playwright-core";
import { createE2eFixture, type E2eFixture } from "./e2e-fixture.ts";
import { watchData } from "./page-data.ts";
import { pseudoMessages } from "./pseudo-messages.ts";
import { createTour, drawn, type Stop } from "./tour.ts";
import { visibleTexts } from "./visible-texts.ts";

let fixture: E2eFixture;
let stops: Stop[];

before(async () => {
  fixture = await createE2eFixture();
  stops = (await createTour(fixture)).filter(({ isPanel }) => isPanel);
});
after(() => fixture.close());

/** Serve the built messages of a panel in the pseudo-locale, under the export names of the build. */
async function servePseudoMessages(route: Route): Promise<void> {
  const { hostname, pathname } = new URL(route.request().url());
  const panel = hostname.startsWith("partners.") ? "partners" : "admin";
  const built: object = await import(new URL(`../apps/${panel}/dist${pathname}`, import.meta.url).href);
  const catalogs = Object.entries(built);
  const body = catalogs.map(
    ([name, messages], index) =>
      `const m${index} = ${JSON.stringify(pseudoMessages(messages))};\nexport { m${index} as ${name} };`,
  );
  await route.fulfill({ contentType: "text/javascript", body: body.join("\n") });
}

/** List the texts of a page that are neither in the catalog nor data. */
async function textsOutside(person: Stop["person"], pages: readonly Stop[]): Promise<string[]> {
  const context = person ? await fixture.openWindowAs(person) : await fixture.openWindow();
  let served = 0;
  await context.route("**/assets/messages-*.js", (route) => {
    served += 1;
    return servePseudoMessages(route);
  });
  const outside: string[] = [];
  for (const { name, address } of pages) {
    const page = await context.newPage();
    const data = watchData(page);
    await page.goto(address.href);
    await drawn(page);
    const heading = await page.getByRole("heading", { level: 1 }).first().textContent();
    assert.ok(heading, `${name} has no heading`);
    const texts = await visibleTexts(page);
    for (const { where, text } of texts) {
      if (/[A-Za-z]/.test(await data.without(text))) outside.push(`${name}, ${where}: ${text}`);
    }
    await page.close();
  }
  assert.ok(served > 0, "no panel has loaded its messages as a file of their own");
  await context.close();
  return outside;
}

const thirds = [0, 1, 2];

for (const third of thirds) {
  test(`every text of the panel pages is in a catalog or is data (${third + 1} of 3)`, async () => {
    const outside: string[] = [];
    const part = stops.filter((_, index) => index % 3 === third);
    for (const [person, pages] of Map.groupBy(part, (stop) => stop.person)) {
      outside.push(...(await textsOutside(person, pages)));
    }
    assert.deepEqual([...new Set(outside)], []);
  });
}
