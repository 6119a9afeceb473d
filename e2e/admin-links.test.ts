import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { verifyQuery } from "@souk/signing";
import {
  consoleCall,
  freePort,
  installApp,
  registerApp,
  type SeededShop,
  seedShop,
  signUp,
  signUpMember,
} from "@souk/testkit";
import { openPage } from "./open-page.ts";
import { faultsInEveryLook } from "./page-faults.ts";
import { takePicture } from "./picture.ts";
import { openStage, type Stage } from "./stage.ts";
import { type Credentials, startSync } from "./sync-process.ts";

let stage: Stage;
let shop: SeededShop;

before(async () => {
  stage = await openStage();
  shop = await seedShop(stage.testing, { products: 3, locations: 1 });
});
after(() => stage.close());

const productId = (n: number): number => shop.variants[n]?.product_id ?? 0;

/** Inventory Sync as its partner registers it, at the address that it runs at. */
async function registerSync(port: number): Promise<Credentials> {
  const { browser } = await signUp(stage.testing, "partners");
  const url = `http://localhost:${port}`;
  const made = await consoleCall<{ app: { client_id: string }; secret: { client_secret: string } }>(
    browser,
    ["POST", `${stage.testing.addresses.partnersOrigin}/api/console/apps.json`],
    { app: { name: "Stock Sync", app_url: `${url}/`, redirection_urls: [`${url}/auth/callback`] } },
  );
  return { client_id: made.app.client_id, client_secret: made.secret.client_secret };
}

test("a link of an app opens it on a product, and on those that are chosen in the list; the merchant takes it away", async (t) => {
  const port = await freePort();
  const app = await registerSync(port);
  const sync = await startSync(port, app);
  t.after(() => sync.stop());
  const { page, done } = await openPage(
    stage,
    shop.owner.browser,
    `${shop.host_url}/products/${productId(0)}`,
  );
  const links = page.getByRole("button", { name: "Open in an app" });
  await Promise.all([page.waitForResponse(/\/app_links\.json/), page.reload()]);
  await page.getByRole("button", { name: "Delete", exact: false }).first().waitFor();
  assert.equal(await links.count(), 0, "no app has a link yet");

  await page.goto(`${shop.host_url}/apps/install/${app.client_id}`);
  await page.getByRole("button", { name: "Approve" }).click();
  const frame = page.frameLocator("iframe");
  const chosen = frame.locator("#chosen");
  await frame.getByRole("heading", { name: "Inventory Sync" }).waitFor();

  await page.goto(`${shop.host_url}/products/${productId(0)}`);
  await links.click();
  await page.getByRole("link", { name: /^See its stock/ }).click();
  await chosen.getByText("Seeded product 1", { exact: true }).waitFor();
  assert.equal(await frame.getByRole("rowheader", { name: /^Seeded product/ }).count(), 1);
  await page.getByRole("button", { name: "Reload" }).click();
  await chosen.getByText("Seeded product 1", { exact: true }).waitFor();
  await frame.getByRole("button", { name: "Show all products" }).click();
  await frame.getByRole("rowheader", { name: "Seeded product 3" }).waitFor();

  await page.goto(`${shop.host_url}/products`);
  for (const n of [1, 3]) await page.getByLabel(`Choose Seeded product ${n}`, { exact: true }).check();
  await links.click();
  await page.getByRole("link", { name: /^See their stock/ }).click();
  await frame.getByText("The products that you chose").waitFor();
  await frame.getByRole("rowheader", { name: "Seeded product 3" }).waitFor();
  assert.equal(await frame.getByRole("rowheader", { name: /^Seeded product/ }).count(), 2);

  await page.goto(`${shop.host_url}/apps/installed/${app.client_id}/details`);
  await page.getByRole("button", { name: "Delete See its stock" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
  await page.getByText("It is deleted.").waitFor();
  await page.getByText("See its stock", { exact: true }).waitFor({ state: "detached" });
  await page.getByText("See their stock", { exact: true }).waitFor();
  await done();
});

test("a link of an app that is not embedded opens in a tab of its own, signed, with the product", async () => {
  stage.app.answer({ status: 200, headers: { "content-type": "text/html" }, body: "<h1>Slips</h1>" });
  const app = await registerApp(stage.testing, stage.app.url);
  const own = `${stage.testing.addresses.partnersOrigin}/api/console/apps/${app.id}.json`;
  await consoleCall(app.partner.browser, ["PUT", own], { app: { embedded: false } });
  const { token } = await installApp(stage.testing, { shop, app });
  const made = await stage.testing.request(`${shop.origin}/api/3.0/admin_links.json`, {
    method: "POST",
    token,
    json: { admin_link: { label: "Packing slip", url: "/slips?size=a6", placement: "product" } },
  });
  assert.equal(made.status, 200, made.text);
  const { page, done } = await openPage(
    stage,
    shop.owner.browser,
    `${shop.host_url}/products/${productId(1)}`,
  );
  await page.getByRole("button", { name: "Open in an app" }).click();
  await page.getByRole("link", { name: /^Packing slip/ }).waitFor();
  assert.deepEqual(
    await faultsInEveryLook(page, (look) => takePicture(page, `a link of an app ${look}`)),
    [],
  );
  const [tab] = await Promise.all([
    page.context().waitForEvent("page"),
    page.getByRole("link", { name: /^Packing slip/ }).click(),
  ]);
  await tab.getByRole("heading", { name: "Slips" }).waitFor();
  const url = new URL(tab.url());
  assert.equal(`${url.origin}${url.pathname}`, `${stage.app.url}/slips`);
  const verdict = verifyQuery(url.search, app.client_secret, { now: new Date(), maxAgeSeconds: 60 });
  assert.ok(verdict.ok);
  assert.equal(verdict.parameters.get("id"), String(productId(1)));
  await done();
});

test("what apps have put into the shop is seen by staff as well, who delete none of it", async () => {
  const app = await registerApp(stage.testing, stage.app.url);
  const { token } = await installApp(stage.testing, { shop, app });
  const put = async (path: string, json: object) => {
    const answer = await stage.testing.request(`${shop.origin}/api/3.0${path}`, {
      method: "POST",
      token,
      json,
    });
    assert.equal(answer.status, 200, answer.text);
  };
  await put("/snippets.json", { field: "product/button", value: `<script>alert("x")</script><b>New</b>` });
  await put("/script_tags.json", { src: `${stage.app.url}/reviews.js` });
  await put("/curls.json", { topic: "shipping/list/cod", url: `${stage.app.url}/rates` });
  const details = `${shop.host_url}/apps/installed/${app.client_id}/details`;
  const { browser } = await signUpMember(stage.testing, shop, ["read_products"]);
  const seen = await openPage(stage, browser, details);
  for (const text of [/alert\("x"\).*New/, `${stage.app.url}/reviews.js`, `${stage.app.url}/rates`])
    await seen.page.getByText(text).first().waitFor();
  assert.equal(await seen.page.getByRole("button", { name: /^Delete/ }).count(), 0);
  await seen.done();

  const { page, done } = await openPage(stage, shop.owner.browser, details);
  await page.getByRole("button", { name: "Delete product/button" }).waitFor();
  assert.deepEqual(
    await faultsInEveryLook(page, (look) => takePicture(page, `what an app has put into the shop ${look}`)),
    [],
  );
  for (const name of ["product/button", `${stage.app.url}/reviews.js`]) {
    await page.getByRole("button", { name: `Delete ${name}` }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
    await page.getByRole("button", { name: `Delete ${name}` }).waitFor({ state: "detached" });
  }
  const left = await stage.testing.request(`${shop.origin}/api/3.0/snippets/count.json`, { token });
  assert.deepEqual(left.json(), { count: 0 });
  await done();
});
