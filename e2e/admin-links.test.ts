import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { verifyQuery } from "@souk/signing";
import {
  consoleCall,
  freePort,
  installApp,
  registerApp,
  type SeededStore,
  seedStore,
  signUp,
  signUpMember,
} from "@souk/testkit";
import { createE2eFixture, type E2eFixture } from "./e2e-fixture.ts";
import { openPage } from "./open-page.ts";
import { findViolationsInEveryLook } from "./page-violations.ts";
import { takeScreenshot } from "./screenshot.ts";
import { type Credentials, startSync } from "./sync-process.ts";

let fixture: E2eFixture;
let store: SeededStore;

before(async () => {
  fixture = await createE2eFixture();
  store = await seedStore(fixture.testing, { products: 3, locations: 1 });
});
after(() => fixture.close());

const productId = (n: number): number => store.variants[n]?.product_id ?? 0;

/** Inventory Sync as its partner registers it, at the address that it runs at. */
async function registerSync(port: number): Promise<Credentials> {
  const { browser } = await signUp(fixture.testing, "partners");
  const url = `http://localhost:${port}`;
  const made = await consoleCall<{ app: { client_id: string }; secret: { client_secret: string } }>(
    browser,
    ["POST", `${fixture.testing.addresses.partnersOrigin}/api/console/apps.json`],
    { app: { name: "Stock Sync", app_url: `${url}/`, redirection_urls: [`${url}/auth/callback`] } },
  );
  return { client_id: made.app.client_id, client_secret: made.secret.client_secret };
}

test("an app's link opens it on one product or the selected ones until it is deleted", async (t) => {
  const port = await freePort();
  const app = await registerSync(port);
  const sync = await startSync(port, app);
  t.after(() => sync.stop());
  const { page, done } = await openPage(
    fixture,
    store.owner.browser,
    `${store.host_url}/products/${productId(0)}`,
  );
  const links = page.getByRole("button", { name: "Open in app" });
  await Promise.all([page.waitForResponse(/\/app_links\.json/), page.reload()]);
  await page.getByRole("button", { name: "Delete", exact: false }).first().waitFor();
  assert.equal(await links.count(), 0, "no app has a link yet");

  await page.goto(`${store.host_url}/apps/install/${app.client_id}`);
  await page.getByRole("button", { name: "Approve" }).click();
  const frame = page.frameLocator("iframe");
  const chosen = frame.locator("#chosen");
  await frame.getByRole("heading", { name: "Inventory Sync" }).waitFor();

  await page.goto(`${store.host_url}/products/${productId(0)}`);
  await links.click();
  await page.getByRole("link", { name: /^View stock/ }).click();
  await chosen.getByText("Seeded product 1", { exact: true }).waitFor();
  assert.equal(await frame.getByRole("rowheader", { name: /^Seeded product/ }).count(), 1);
  await page.getByRole("button", { name: "Reload" }).click();
  await chosen.getByText("Seeded product 1", { exact: true }).waitFor();
  await frame.getByRole("button", { name: "Show all products" }).click();
  await frame.getByRole("rowheader", { name: "Seeded product 3" }).waitFor();

  await page.goto(`${store.host_url}/products`);
  for (const n of [1, 3]) await page.getByLabel(`Select Seeded product ${n}`, { exact: true }).check();
  await links.click();
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
  await done();
});

test("a link of an app that is not embedded opens a signed tab with the product", async () => {
  fixture.app.answer({ status: 200, headers: { "content-type": "text/html" }, body: "<h1>Slips</h1>" });
  const app = await registerApp(fixture.testing, fixture.app.url);
  const own = `${fixture.testing.addresses.partnersOrigin}/api/console/apps/${app.id}.json`;
  await consoleCall(app.partner.browser, ["PUT", own], { app: { embedded: false } });
  const { token } = await installApp(fixture.testing, { store, app });
  const made = await fixture.testing.request(`${store.origin}/api/3.0/admin_links.json`, {
    method: "POST",
    token,
    json: { admin_link: { label: "Packing slip", url: "/slips?size=a6", placement: "product" } },
  });
  assert.equal(made.status, 200, made.text);
  const { page, done } = await openPage(
    fixture,
    store.owner.browser,
    `${store.host_url}/products/${productId(1)}`,
  );
  await page.getByRole("button", { name: "Open in app" }).click();
  await page.getByRole("link", { name: /^Packing slip/ }).waitFor();
  assert.deepEqual(
    await findViolationsInEveryLook(page, (look) => takeScreenshot(page, `a link of an app ${look}`)),
    [],
  );
  const [tab] = await Promise.all([
    page.context().waitForEvent("page"),
    page.getByRole("link", { name: /^Packing slip/ }).click(),
  ]);
  await tab.getByRole("heading", { name: "Slips" }).waitFor();
  const url = new URL(tab.url());
  assert.equal(`${url.origin}${url.pathname}`, `${fixture.app.url}/slips`);
  const verdict = verifyQuery(url.search, app.client_secret, { now: new Date(), maxAgeSeconds: 60 });
  assert.ok(verdict.ok);
  assert.equal(verdict.parameters.get("id"), String(productId(1)));
  await done();
});

test("staff see what apps added to the store and cannot delete it", async () => {
  const app = await registerApp(fixture.testing, fixture.app.url);
  const { token } = await installApp(fixture.testing, { store, app });
  const put = async (path: string, json: object) => {
    const answer = await fixture.testing.request(`${store.origin}/api/3.0${path}`, {
      method: "POST",
      token,
      json,
    });
    assert.equal(answer.status, 200, answer.text);
  };
  await put("/snippets.json", { field: "product/button", value: `<script>alert("x")</script><b>New</b>` });
  await put("/script_tags.json", { src: `${fixture.app.url}/reviews.js` });
  await put("/curls.json", { topic: "shipping/list/cod", url: `${fixture.app.url}/rates` });
  const details = `${store.host_url}/apps/installed/${app.client_id}/details`;
  const { browser } = await signUpMember(fixture.testing, store, ["read_products"]);
  const seen = await openPage(fixture, browser, details);
  for (const text of [/alert\("x"\).*New/, `${fixture.app.url}/reviews.js`, `${fixture.app.url}/rates`])
    await seen.page.getByText(text).first().waitFor();
  assert.equal(await seen.page.getByRole("button", { name: /^Delete/ }).count(), 0);
  await seen.done();

  const { page, done } = await openPage(fixture, store.owner.browser, details);
  await page.getByRole("button", { name: "Delete product/button" }).waitFor();
  assert.deepEqual(
    await findViolationsInEveryLook(page, (look) =>
      takeScreenshot(page, `what an app has added to the store ${look}`),
    ),
    [],
  );
  for (const name of ["product/button", `${fixture.app.url}/reviews.js`]) {
    await page.getByRole("button", { name: `Delete ${name}` }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
    await page.getByRole("button", { name: `Delete ${name}` }).waitFor({ state: "detached" });
  }
  const left = await fixture.testing.request(`${store.origin}/api/3.0/snippets/count.json`, { token });
  assert.deepEqual(left.json(), { count: 0 });
  await done();
});
