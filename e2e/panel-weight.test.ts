import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { type Browser, installApp, registerApp, type SeededShop, seedShop } from "@souk/testkit";
import { settled } from "./settled.ts";
import { openStage, type Stage } from "./stage.ts";

let stage: Stage;
let shop: SeededShop;

before(async () => {
  stage = await openStage();
  shop = await seedShop(stage.testing, { products: 2 });
});
after(() => stage.close());

/** What a panel's first page may load as script, compressed, in bytes. */
const mostScript = 300_000;

/** The scripts that a window which has never been here loads for a page, as they are sent. */
async function scriptsOf(person: Browser, url: string): Promise<{ bytes: number; encodings: Set<string> }> {
  const context = await stage.as(person);
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
  const app = await registerApp(stage.testing, stage.app.url);
  await installApp(stage.testing, { shop, app });
  const places: [Browser, string][] = [
    [shop.owner.browser, shop.host_url],
    [app.partner.browser, stage.testing.addresses.partnersOrigin],
  ];
  for (const [person, url] of places) {
    const { bytes, encodings } = await scriptsOf(person, url);
    assert.ok(bytes > 50_000 && bytes < mostScript, `${url} loads ${bytes} bytes of script`);
    assert.ok(!encodings.has("none"), `${url} is sent some script as it is`);
  }
});
