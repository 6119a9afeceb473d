import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { verifyQuery } from "@souk/signing";
import {
  callConsole,
  findFreePort,
  installApp,
  registerApp,
  type SeededStore,
  seedStore,
  signUp,
  signUpMember,
} from "@souk/testkit";
import { createE2eFixture, type E2eFixture } from "./e2e-fixture.ts";
import { type Credentials, startInventorySync } from "./inventory-sync-process.ts";
import { openPage } from "./open-page.ts";
import { findViolationsInAllModes } from "./page-violations.ts";
import { takeScreenshot } from "./screenshot.ts";

let fixture: E2eFixture;
let store: SeededStore;

before(async () => {
  fixture = await createE2eFixture();
  store = await seedStore(fixture.testPlatform, { products: 3, locations: 1 });
});
after(() => fixture.close());

const getProductId = (index: number): number => store.variants[index]?.product_id ?? 0;

/** Register Inventory Sync as a partner does, with URLs on this port of this machine. */
async function registerSync(port: number): Promise<Credentials> {
  const { browser } = await signUp(fixture.testPlatform, "partners");
  const url = `http://localhost:${port}`;
  const createdApp = await callConsole<{ app: { client_id: string }; secret: { client_secret: string } }>(
    browser,
    ["POST", `${fixture.testPlatform.addresses.partnersOrigin}/api/console/apps.json`],
    { app: { name: "Stock Sync", app_url: `${url}/`, redirection_urls: [`${url}/auth/callback`] } },
  );
  return { client_id: createdApp.app.client_id, client_secret: createdApp.secret.client_secret };
}

test("an admin link opens the app with one product or the selected products", async (t) => {
  const port = await findFreePort();
  const app = await registerSync(port);
  const sync = await startInventorySync(port, app);
  t.after(() => sync.stop());
  const { page, closePage } = await openPage(
    fixture,
    store.owner.browser,
    `${store.host_url}/products/${getProductId(0)}`,
  );
  const openInAppButton = page.getByRole("button", { name: "Open in app" });
  await Promise.all([page.waitForResponse(/\/app_links\.json/), page.reload()]);
  await page.getByRole("button", { name: "Delete", exact: false }).first().waitFor();
  assert.equal(await openInAppButton.count(), 0, "the page has no button before an app creates a link");

  await page.goto(`${store.host_url}/apps/install/${app.client_id}`);
  await page.getByRole("button", { name: "Approve" }).click();
  const frame = page.frameLocator("iframe");
  const chosenProducts = frame.locator("#chosen");
  await frame.getByRole("heading", { name: "Inventory Sync" }).waitFor();

  await page.goto(`${store.host_url}/products/${getProductId(0)}`);
  await openInAppButton.click();
  await page.getByRole("link", { name: /^View stock/ }).click();
  await chosenProducts.getByText("Seeded product 1", { exact: true }).waitFor();
  assert.equal(await frame.getByRole("rowheader", { name: /^Seeded product/ }).count(), 1);
  await page.getByRole("button", { name: "Reload" }).click();
  await chosenProducts.getByText("Seeded product 1", { exact: true }).waitFor();
  await frame.getByRole("button", { name: "Show all products" }).click();
  await frame.getByRole("rowheader", { name: "Seeded product 3" }).waitFor();

  await page.goto(`${store.host_url}/products`);
  for (const n of [1, 3]) await page.getByLabel(`Select Seeded product ${n}`, { exact: true }).check();
  await openInAppButton.click();
  await page.getByRole("link", { name: /^View stock of selected products/ }).click();
  await frame.getByText("Selected products").waitFor();
  await frame.getByRole("rowheader", { name: "Seeded product 3" }).waitFor();
  assert.equal(await frame.getByRole("rowheader", { name: /^Seeded product/ }).count(), 2);

  await page.goto(`${store.host_url}/apps/installed/${app.client_id}/details`);
  await page.getByRole("button", { name: "Delete View stock", exact: true }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
  await page.getByText("Deleted", { exact: true }).waitFor();
  await page.getByText("View stock", { exact: true }).waitFor({ state: "detached" });
  await page.getByText("View stock of selected products", { exact: true }).waitFor();
  await closePage();
});

test("an admin link of an app that is not embedded opens a signed URL in a new tab", async () => {
  fixture.appServer.respondWith({
    status: 200,
    headers: { "content-type": "text/html" },
    body: "<h1>Slips</h1>",
  });
  const app = await registerApp(fixture.testPlatform, fixture.appServer.url);
  const appConsoleUrl = `${fixture.testPlatform.addresses.partnersOrigin}/api/console/apps/${app.id}.json`;
  await callConsole(app.partner.browser, ["PUT", appConsoleUrl], { app: { embedded: false } });
  const { token } = await installApp(fixture.testPlatform, { store, app });
  const response = await fixture.testPlatform.request(`${store.origin}/api/3.0/admin_links.json`, {
    method: "POST",
    token,
    json: { admin_link: { label: "Packing slip", url: "/slips?size=a6", placement: "product" } },
  });
  assert.equal(response.status, 200, response.text);
  const { page, closePage } = await openPage(
    fixture,
    store.owner.browser,
    `${store.host_url}/products/${getProductId(1)}`,
  );
  await page.getByRole("button", { name: "Open in app" }).click();
  await page.getByRole("link", { name: /^Packing slip/ }).waitFor();
  assert.deepEqual(
    await findViolationsInAllModes(page, (mode) => takeScreenshot(page, `admin link ${mode}`)),
    [],
  );
  const [tab] = await Promise.all([
    page.context().waitForEvent("page"),
    page.getByRole("link", { name: /^Packing slip/ }).click(),
  ]);
  await tab.getByRole("heading", { name: "Slips" }).waitFor();
  const url = new URL(tab.url());
  assert.equal(`${url.origin}${url.pathname}`, `${fixture.appServer.url}/slips`);
  const verification = verifyQuery(url.search, app.client_secret, { now: new Date(), maxAgeSeconds: 60 });
  assert.ok(verification.ok);
  assert.equal(verification.parameters.get("id"), String(getProductId(1)));
  await closePage();
});

test("a member who sees an app's customization cannot delete it, but the owner can", async () => {
  const app = await registerApp(fixture.testPlatform, fixture.appServer.url);
  const { token } = await installApp(fixture.testPlatform, { store, app });
  const postRecord = async (path: string, json: object) => {
    const response = await fixture.testPlatform.request(`${store.origin}/api/3.0${path}`, {
      method: "POST",
      token,
      json,
    });
    assert.equal(response.status, 200, response.text);
  };
  await postRecord("/snippets.json", {
    field: "product/button",
    value: `<script>alert("x")</script><b>New</b>`,
  });
  await postRecord("/script_tags.json", { src: `${fixture.appServer.url}/reviews.js` });
  await postRecord("/curls.json", { topic: "shipping/list/cod", url: `${fixture.appServer.url}/rates` });
  const detailsUrl = `${store.host_url}/apps/installed/${app.client_id}/details`;
  const { browser } = await signUpMember(fixture.testPlatform, store, ["products.view"]);
  const memberPage = await openPage(fixture, browser, detailsUrl);
  for (const text of [
    /alert\("x"\).*New/,
    `${fixture.appServer.url}/reviews.js`,
    `${fixture.appServer.url}/rates`,
  ])
    await memberPage.page.getByText(text).first().waitFor();
  assert.equal(await memberPage.page.getByRole("button", { name: /^Delete/ }).count(), 0);
  await memberPage.closePage();

  const { page, closePage } = await openPage(fixture, store.owner.browser, detailsUrl);
  await page.getByRole("button", { name: "Delete product/button" }).waitFor();
  assert.deepEqual(
    await findViolationsInAllModes(page, (mode) => takeScreenshot(page, `customization of an app ${mode}`)),
    [],
  );
  for (const name of ["product/button", `${fixture.appServer.url}/reviews.js`]) {
    await page.getByRole("button", { name: `Delete ${name}` }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
    await page.getByRole("button", { name: `Delete ${name}` }).waitFor({ state: "detached" });
  }
  const countResponse = await fixture.testPlatform.request(`${store.origin}/api/3.0/snippets/count.json`, {
    token,
  });
  assert.deepEqual(countResponse.json(), { count: 0 });
  await closePage();
});
