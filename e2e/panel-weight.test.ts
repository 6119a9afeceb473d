import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { type Browser, installApp, registerApp, type SeededStore, seedStore } from "@souk/testkit";
import { createE2eFixture, type E2eFixture } from "./e2e-fixture.ts";
import { waitUntilSettled } from "./wait-until-settled.ts";

let fixture: E2eFixture;
let store: SeededStore;

before(async () => {
  fixture = await createE2eFixture();
  store = await seedStore(fixture.testPlatform, { products: 2 });
});
after(() => fixture.close());

/** The maximum compressed size of the scripts of a panel's first page, in bytes. */
const maxScriptBytes = 300_000;

/** Measure the transferred size of the scripts that a page loads with an empty cache, and collect their encodings. */
async function measureScripts(
  person: Browser,
  url: string,
): Promise<{ bytes: number; encodings: Set<string> }> {
  const context = await fixture.openContextAs(person);
  const page = await context.newPage();
  const scriptPromises: Promise<[bytes: number, encoding: string]>[] = [];
  page.on("requestfinished", (request) => {
    if (request.resourceType() !== "script") return;
    scriptPromises.push(
      Promise.all([
        request.sizes().then(({ responseBodySize }) => responseBodySize),
        request.response().then((response) => response?.headers()["content-encoding"] ?? "none"),
      ]),
    );
  });
  await page.goto(url);
  await page.getByRole("heading", { level: 1 }).waitFor();
  await waitUntilSettled(page);
  const scripts = await Promise.all(scriptPromises);
  await context.close();
  return {
    bytes: scripts.reduce((sum, [bytes]) => sum + bytes, 0),
    encodings: new Set(scripts.map(([, encoding]) => encoding)),
  };
}

test("the first page of each panel loads less than 300 KB of compressed scripts", async () => {
  const app = await registerApp(fixture.testPlatform, fixture.appServer.url);
  await installApp(fixture.testPlatform, { store, app });
  const firstPages: [Browser, string][] = [
    [store.owner.browser, store.host_url],
    [app.partner.browser, fixture.testPlatform.addresses.partnersOrigin],
  ];
  for (const [person, url] of firstPages) {
    const { bytes, encodings } = await measureScripts(person, url);
    assert.ok(bytes > 50_000 && bytes < maxScriptBytes, `${url} loads ${bytes} bytes of script`);
    assert.ok(!encodings.has("none"), `${url} has a script without compression`);
  }
});
