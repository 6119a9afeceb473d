import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { type Browser, installApp, registerApp, type SeededStore, seedStore } from "@souk/testkit";
import { createE2eFixture, type E2eFixture } from "./e2e-fixture.ts";
import { settled } from "./settled.ts";

let fixture: E2eFixture;
let store: SeededStore;

before(async () => {
  fixture = await createE2eFixture();
  store = await seedStore(fixture.testing, { products: 2 });
});
after(() => fixture.close());

/** Limit for the compressed script of a panel's first page, in bytes. */
const maxScript = 300_000;

/** Measure the scripts that a new window loads for a page, as they are sent. */
async function measureScripts(
  person: Browser,
  url: string,
): Promise<{ bytes: number; encodings: Set<string> }> {
  const context = await fixture.openWindowAs(person);
  const page = await context.newPage();
  const loaded: Promise<[bytes: number, encoding: string]>[] = [];
  page.on("requestfinished", (request) => {
    if (request.resourceType() !== "script") return;
    loaded.push(
      Promise.all([
        request.sizes().then(({ responseBodySize }) => responseBodySize),
        request.response().then((response) => response?.headers()["content-encoding"] ?? "none"),
      ]),
    );
  });
  await page.goto(url);
  await page.getByRole("heading", { level: 1 }).waitFor();
  await settled(page);
  const all = await Promise.all(loaded);
  await context.close();
  return {
    bytes: all.reduce((sum, [bytes]) => sum + bytes, 0),
    encodings: new Set(all.map(([, encoding]) => encoding)),
  };
}

test("the first page of each panel loads less than 300 KB of compressed script", async () => {
  const app = await registerApp(fixture.testing, fixture.app.url);
  await installApp(fixture.testing, { store, app });
  const places: [Browser, string][] = [
    [store.owner.browser, store.host_url],
    [app.partner.browser, fixture.testing.addresses.partnersOrigin],
  ];
  for (const [person, url] of places) {
    const { bytes, encodings } = await measureScripts(person, url);
    assert.ok(bytes > 50_000 && bytes < maxScript, `${url} loads ${bytes} bytes of script`);
    assert.ok(!encodings.has("none"), `${url} is sent some script as it is`);
  }
});
