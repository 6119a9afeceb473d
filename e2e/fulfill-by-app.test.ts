import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import {
  consoleCall,
  eventually,
  installApp,
  registerApp,
  type SeededApp,
  type SeededStore,
  signUpStaff,
} from "@souk/testkit";
import { createE2eFixture, type E2eFixture } from "./e2e-fixture.ts";
import { mouse } from "./hands.ts";
import { openPage } from "./open-page.ts";
import { openOrders } from "./orders.ts";
import { takeScreenshot } from "./screenshot.ts";

let fixture: E2eFixture;
let store: SeededStore;
let app: SeededApp;
let orders: number[];

before(async () => {
  fixture = await createE2eFixture();
  const orderFixture = await openOrders(fixture);
  store = orderFixture.store;
  app = await registerApp(fixture.testing, fixture.app.url);
  await installApp(fixture.testing, { store, app });
  orders = [(await orderFixture.order()).id, (await orderFixture.order()).id];
});
after(() => fixture.close());

const parcelPage = {
  status: 200,
  headers: { "content-type": "text/html" },
  body: '<!doctype html><html lang="en"><title>Parcel</title><h1>Book a parcel</h1>',
};

/** Set the app's response to the Fulfill action, and its page. */
function answers(reply: object, status = 200): void {
  fixture.app.answer(({ method }) =>
    method === "GET" ? parcelPage : { status, body: JSON.stringify(reply) },
  );
}

interface FulfillmentResponse {
  fulfillment_request: { id: number };
}

/** Send orders to the app. */
function handOver(topic: string, order_ids: readonly number[]): Promise<FulfillmentResponse> {
  const url = `${store.host_url}/api/console/fulfillment_requests.json`;
  const body = { app_handle: app.handle, topic, order_ids };
  return consoleCall<FulfillmentResponse>(store.owner.browser, ["POST", url], { fulfillment_request: body });
}

const getRequestUrl = (id: number) => `${store.host_url}/fulfillment-requests/${id}`;

/** Send orders to an app whose answer fails; the page of the request offers a retry. */
async function failed(topic: string, order_ids: readonly number[]): Promise<string> {
  answers({}, 500);
  return getRequestUrl((await handOver(topic, order_ids)).fulfillment_request.id);
}

test("REG-4 staff set an app's fulfillment URLs in the console; its partner reads them", async () => {
  const staff = (await signUpStaff(fixture.testing)).browser;
  const { adminOrigin, partnersOrigin } = fixture.testing.addresses;
  const { page, done } = await openPage(fixture, staff, `${adminOrigin}/staff/apps/${app.id}`);
  const dialog = page.getByRole("dialog");
  for (const [topic, path] of [
    ["fulfillment/single", "single"],
    ["fulfillment/bulk", "bulk"],
  ] as const) {
    await mouse(page).press(`Set URL for ${topic}`);
    await dialog.getByLabel("URL", { exact: true }).fill("http://parcels.dev/");
    await dialog.getByLabel("Reason").fill("They asked by mail");
    await dialog.getByRole("button", { name: "Save" }).click();
    await dialog.getByText("must begin with https://", { exact: false }).first().waitFor();
    await dialog.getByLabel("URL", { exact: true }).fill(`${fixture.app.url}/${path}`);
    await dialog.getByRole("button", { name: "Save" }).click();
    await dialog.waitFor({ state: "hidden" });
    await page.getByText(`${fixture.app.url}/${path}`, { exact: true }).waitFor();
  }
  await page.getByRole("table").getByText("Fulfillment URL set").first().waitFor();
  await done(/422/);
  const partner = await openPage(fixture, app.partner.browser, `${partnersOrigin}/apps/${app.id}`);
  await partner.page.getByText(`fulfillment/single: ${fixture.app.url}/single`).waitFor();
  await partner.done();
});

for (const [topic, count] of [
  ["fulfillment/single", 1],
  ["fulfillment/bulk", 2],
] as const) {
  test(`FUL-2, FUL-3, FUL-4 ${topic}: a failure and a message show as toasts, a link opens in a frame`, async () => {
    const start = await failed(topic, orders.slice(0, count));
    const { page, done } = await openPage(fixture, store.owner.browser, start);
    await page.getByText("responded with status 500", { exact: false }).waitFor();
    const fulfill = async () => {
      await page.getByRole("button", { name: "Fulfill with an app" }).click();
      await page.getByRole("button", { name: app.name }).click();
    };
    await page.getByRole("link", { name: "#1001" }).waitFor();
    answers({ type: "message", message: "<b>No van today</b>", style: "error" });
    await fulfill();
    const alert = page.getByRole("alert").filter({ hasText: `${app.name}: <b>No van today</b>` });
    await alert.waitFor();
    answers({ type: "message", message: "Booked", style: "success" });
    await fulfill();
    await page
      .getByRole("status")
      .filter({ hasText: `${app.name}: Booked` })
      .waitFor();
    answers({}, 503);
    await fulfill();
    await page.getByRole("alert").filter({ hasText: "status 503" }).waitFor();
    answers({ type: "link", url: `${fixture.app.url}/parcel?for=1` });
    await fulfill();
    await page.frameLocator("iframe").getByRole("heading", { name: "Book a parcel" }).waitFor();
    assert.equal(await page.locator("iframe").getAttribute("src"), `${fixture.app.url}/parcel?for=1`);
    assert.equal(
      await page.locator("iframe").getAttribute("sandbox"),
      "allow-scripts allow-forms allow-same-origin allow-popups allow-downloads",
    );
    await page.getByRole("link", { name: "Back" }).click();
    await page.waitForURL((url) => url.href.startsWith(start));
    await done();
  });
}

test("a request is polled until answered; external links open in a tab", async () => {
  const answered = Promise.withResolvers<void>();
  const elsewhere = `http://localhost:${fixture.app.port}/parcel`;
  fixture.app.answer(({ method, path }) => {
    if (method === "GET" && path === "/moved") return { status: 302, headers: { location: elsewhere } };
    if (method === "GET") return parcelPage;
    const link = { type: "link", url: `${fixture.app.url}/moved` };
    return { status: 200, delay: answered.promise, body: JSON.stringify(link) };
  });
  const asked = handOver("fulfillment/single", orders.slice(0, 1));
  const { id } = await eventually(async () => {
    const list = "/api/4.0/fulfillment_requests.json?status=sent";
    const response = await consoleCall<{ fulfillment_requests: { id: number }[] }>(store.owner.browser, [
      "GET",
      `${store.host_url}${list}`,
    ]);
    return response.fulfillment_requests[0];
  });
  const { page, done } = await openPage(fixture, store.owner.browser, getRequestUrl(id));
  await page.getByText("Waiting for the app…").waitFor();
  assert.equal(await page.getByRole("button", { name: "Fulfill with an app" }).count(), 0);
  answered.resolve();
  await asked;
  await page.getByText("The page can't be shown here").waitFor();
  const tab = page.getByRole("status").getByRole("link", { name: "Open in a new tab" });
  assert.equal(await tab.getAttribute("href"), `${fixture.app.url}/moved`);
  await takeScreenshot(page, "a link that is kept out");
  await page.goto(getRequestUrl(0).replace(/0$/, "nothing"));
  await page.getByText("Request not found").waitFor();
  await takeScreenshot(page, "no such request");
  await done(/frame-src|Content Security Policy|404/);
});
