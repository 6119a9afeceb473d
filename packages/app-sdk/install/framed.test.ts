import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import {
  type Chromium,
  type SeededShop,
  seedShop,
  startChromium,
  type TestPlatform,
  testPlatform,
} from "@souk/testkit";
import { type AppRig, appRig, install } from "../testing/app-rig.ts";

let testing: TestPlatform;
let chromium: Chromium;
let rig: AppRig;
let shop: SeededShop;

before(async () => {
  [testing, chromium] = await Promise.all([testPlatform(), startChromium()]);
  shop = await seedShop(testing);
  rig = await appRig(testing, {
    page: ({ bridge_url, host_url }) =>
      new Response(
        `<!doctype html><h1>It works</h1><script src="${bridge_url}" data-host-url="${host_url}"></script>
         <script>souk.fetch("/who").then(async (answer) => { document.title = await answer.text(); document.querySelector("h1").textContent += ", " + document.title; });</script>`,
        { headers: { "content-type": "text/html; charset=utf-8" } },
      ),
  });
});
after(async () => {
  await chromium.stop();
  await rig.stop();
  await testing.stop();
});

/** A window in which the shop's owner is signed in at the admin. */
async function ownersWindow() {
  const { host, hostname } = new URL(testing.addresses.adminOrigin);
  const context = await chromium.browser.newContext();
  const cookies = (shop.owner.browser.cookies(host) ?? "").split("; ").map((pair) => {
    const [name = "", ...value] = pair.split("=");
    return { name, value: value.join("="), domain: hostname, path: "/", secure: true, httpOnly: true };
  });
  await context.addCookies(cookies);
  return context;
}

test("INS-21 INS-22 in Chromium an app that has lost its token asks for consent from its frame and comes back to work", async () => {
  const shopName = new URL(shop.origin).hostname;
  await install(shop, rig);
  const lost = await rig.store.load(shopName);
  await rig.store.remove(shopName, lost?.access_token ?? "");

  const context = await ownersWindow();
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on("console", (line) => {
    if (line.type() === "error") complaints.push(line.text());
  });
  await page.goto(`${shop.host_url}/apps/installed/${rig.registered.client_id}`);
  await page.waitForURL((url) => url.pathname.endsWith("/oauth/authorize"));
  await page.getByRole("button", { name: "Approve" }).click();
  await page.waitForURL((url) => url.pathname.endsWith(`/apps/installed/${rig.registered.client_id}`));
  await page
    .frameLocator("iframe")
    .getByRole("heading", { name: /^It works/ })
    .waitFor();
  assert.notEqual((await rig.store.load(shopName))?.access_token, lost?.access_token);
  assert.deepEqual(rig.problems, []);
  assert.deepEqual(complaints, []);
  await context.close();
});

test("in Chromium the page's own calls carry a session token, and its server learns who looks at which shop", async () => {
  const shopName = new URL(shop.origin).hostname;
  const context = await ownersWindow();
  const page = await context.newPage();
  await page.goto(`${shop.host_url}/apps/installed/${rig.registered.client_id}`);
  await page
    .frameLocator("iframe")
    .getByRole("heading", { name: new RegExp(`It works, .*${shopName}`) })
    .waitFor();
  await context.close();
});
