import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import {
  assertBecomes,
  installApp,
  registerApp,
  type SeededApp,
  signUpMember,
  signUpStaff,
} from "@souk/testkit";
import type { Page } from "playwright-core";
import { createE2eFixture, type E2eFixture } from "./e2e-fixture.ts";
import { buildLostResponseScript } from "./lost-response-script.ts";
import { openPage } from "./open-page.ts";
import { createOrderFixture, type OrderFixture, type OrderRecord } from "./orders.ts";
import { waitUntilSettled } from "./wait-until-settled.ts";

let fixture: E2eFixture;
let orders: OrderFixture;
let app: SeededApp;

/** Set the app's fulfillment URLs as platform staff. */
async function setFulfillmentUrls(): Promise<void> {
  const { browser } = await signUpStaff(fixture.testPlatform);
  const url = `${fixture.testPlatform.addresses.adminOrigin}/api/staff/apps/${app.id}/fulfillment_url.json`;
  for (const topic of ["fulfillment/single", "fulfillment/bulk"]) {
    const input = { topic, url: `${fixture.appServer.url}/${topic}`, reason: "Requested by the partner." };
    const response = await browser.call("PUT", url, input);
    assert.equal(response.status, 200, response.text);
  }
}

before(async () => {
  fixture = await createE2eFixture();
  orders = await createOrderFixture(fixture);
  app = await registerApp(fixture.testPlatform, fixture.appServer.url);
  await installApp(fixture.testPlatform, { store: orders.store, app });
  await setFulfillmentUrls();
});
after(() => fixture.close());

async function fulfillWithApp(page: Page, buttonName = "Fulfill with an app"): Promise<void> {
  await page.getByRole("button", { name: buttonName, exact: true }).click();
  await page.getByRole("button", { name: app.name }).click();
}

test("FUL-1, FUL-3: selected orders can be sent to an app, whose message is shown as a toast", async () => {
  const [firstOrder, secondOrder] = [await orders.placeOrder(), await orders.placeOrder()];
  fixture.appServer.respondWith({
    status: 200,
    body: JSON.stringify({ type: "message", message: "Booked both" }),
  });
  const { page, closePage } = await orders.openStorePage("/orders");
  for (const { order_number } of [firstOrder, secondOrder])
    await page.getByRole("row", { name: order_number }).getByRole("checkbox").check();
  await page.getByText("2 orders selected").waitFor();
  // A real app fulfills the order before it responds.
  await orders.call("POST", `3.0/orders/${firstOrder.id}/fulfillments.json`, { fulfillment: {} });
  await fulfillWithApp(page);
  await page
    .getByRole("status")
    .filter({ hasText: `${app.name}: Booked both` })
    .waitFor();
  await page
    .getByRole("row", { name: firstOrder.order_number })
    .getByText("Fulfilled", { exact: true })
    .waitFor();
  const { body } = await fixture.appServer.waitForRequest(({ path }) => path === "/fulfillment/bulk");
  assert.deepEqual(JSON.parse(String(body)), { ids: [firstOrder.id, secondOrder.id] });
  await closePage();
});

test("sending selected orders again after a lost response sends them to the app only once", async () => {
  const orderNumbers = [await orders.placeOrder(), await orders.placeOrder()].map(
    ({ order_number }) => order_number,
  );
  fixture.appServer.respondWith({
    status: 200,
    body: JSON.stringify({ type: "message", message: "A parcel" }),
  });
  const requestCount = fixture.appServer.requests.length;
  const { page, closePage } = await orders.openStorePage("/orders");
  const checkboxes = orderNumbers.map((name) => page.getByRole("row", { name }).getByRole("checkbox"));
  const selectionText = page.getByText("2 orders selected");
  for (const checkbox of checkboxes) await checkbox.check();
  await page.evaluate(buildLostResponseScript("/fulfillment_requests.json"));
  await fulfillWithApp(page);
  await page.getByText("Can't reach the server.").waitFor();
  for (const checkbox of checkboxes) await checkbox.uncheck();
  await selectionText.waitFor({ state: "detached" });
  // The sequence in which the boxes are checked does not matter.
  for (const checkbox of checkboxes.toReversed()) await checkbox.check();
  await fulfillWithApp(page);
  const message = page.getByRole("status").filter({ hasText: `${app.name}: A parcel` });
  await message.waitFor();
  await page.getByText(`Your earlier request to ${app.name} timed out`).waitFor();
  assert.equal(fixture.appServer.requests.length, requestCount + 1);
  // The response has arrived, so the same selection is now a new request.
  await fulfillWithApp(page);
  await assertBecomes(() => message.count(), 2);
  assert.equal(fixture.appServer.requests.length, requestCount + 2);
  await closePage();
});

/** Place an order for two units, of which each of the store's two locations ships one. */
async function placeSplitOrder(): Promise<OrderRecord> {
  const { variants, locations } = orders.store;
  const variant_id = variants[1]?.id;
  for (const { id: location_id } of locations)
    await orders.call("PUT", "4.0/inventory_levels/set.json", { variant_id, location_id, quantity: 1 });
  return orders.placeOrder({ line_items: [{ variant_id, quantity: 2 }] });
}

test("FUL-1, FUL-2: the order page sends an order to an app and opens the app's link in a frame", async () => {
  const { id, order_number, fulfillment_orders } = await placeSplitOrder();
  const fulfillmentOrder = fulfillment_orders.find(
    ({ location_id }) => location_id === orders.store.locations[1]?.id,
  );
  fixture.appServer.respondWith(({ method }) =>
    method === "GET"
      ? {
          status: 200,
          headers: { "content-type": "text/html" },
          body: '<!doctype html><html lang="en"><title>Parcel</title><h1>Book a parcel</h1>',
        }
      : { status: 200, body: JSON.stringify({ type: "link", url: `${fixture.appServer.url}/parcel` }) },
  );
  const { page, closePage } = await orders.openStorePage(`/orders/${id}`);
  await fulfillWithApp(page);
  await page.frameLocator("iframe").getByRole("heading", { name: "Book a parcel" }).waitFor();
  const { body } = await fixture.appServer.waitForRequest(({ path }) => path === "/fulfillment/single");
  assert.deepEqual(JSON.parse(String(body)), { id });
  await page.getByRole("link", { name: "Back" }).click();
  await page.getByRole("heading", { level: 1, name: order_number }).waitFor();
  // The order's page still has the app's response after Back.
  const requestsRegion = page.getByRole("region", { name: "Sent to apps" });
  await requestsRegion.getByText(app.name).waitFor();
  await requestsRegion.getByRole("link", { name: /^Open page/ }).click();
  await page.getByRole("heading", { level: 1, name: `Fulfill with ${app.name}` }).waitFor();
  await page.frameLocator("iframe").getByRole("heading", { name: "Book a parcel" }).waitFor();
  await page.getByRole("link", { name: "Back" }).click();
  await page.getByRole("heading", { level: 1, name: order_number }).waitFor();
  fixture.appServer.respondWith({
    status: 200,
    body: JSON.stringify({ type: "message", message: "Booked one" }),
  });
  await fulfillWithApp(page, "Fulfill with an app from Place 2");
  await page.getByRole("status").filter({ hasText: "Booked one" }).waitFor();
  await requestsRegion.getByText("Booked one").waitFor();
  await assertBecomes(
    () => page.evaluate("document.activeElement.getAttribute('aria-label')"),
    "Fulfill with an app from Place 2",
  );
  const lastRequest = fixture.appServer.requests.findLast(({ path }) => path === "/fulfillment/single");
  assert.deepEqual(JSON.parse(String(lastRequest?.body)), { id, fulfillment_order_id: fulfillmentOrder?.id });
  await closePage();
});

test("a member who may not ship orders cannot send orders to an app", async () => {
  const { id } = await orders.placeOrder();
  const { browser } = await signUpMember(fixture.testPlatform, orders.store, ["orders.view", "orders.edit"]);
  const { page, closePage } = await openPage(fixture, browser, `${orders.store.host_url}/orders/${id}`);
  await page.getByRole("button", { name: "Close order" }).waitFor();
  await waitUntilSettled(page);
  assert.equal(await page.getByRole("button", { name: "Fulfill" }).count(), 0);
  await closePage();
});

test("an order's list of app responses shows the latest five, or an error with a retry", async () => {
  const { id } = await orders.placeOrder();
  fixture.appServer.respondWith({
    status: 200,
    body: JSON.stringify({ type: "link", url: `${fixture.appServer.url}/parcel` }),
  });
  for (let index = 0; index < 6; index++)
    await orders.call("POST", "console/fulfillment_requests.json", {
      client_id: app.client_id,
      topic: "fulfillment/single",
      order_ids: [id],
    });
  const { browser } = await signUpMember(fixture.testPlatform, orders.store, ["orders.view"]);
  const { page, closePage } = await openPage(fixture, browser, `${orders.store.host_url}/orders/${id}`);
  const requestsRegion = page.getByRole("region", { name: "Sent to apps" });
  await requestsRegion.getByText("Showing the latest 5 requests.").waitFor();
  await assertBecomes(() => requestsRegion.getByText("Show response", { exact: true }).count(), 5);
  const listPattern = "**/fulfillment_requests.json?*";
  await page.route(listPattern, (route) => route.fulfill({ status: 422, body: "{}" }));
  await page.reload();
  await requestsRegion.getByRole("alert").waitFor();
  await page.unroute(listPattern);
  await requestsRegion.getByRole("button", { name: "Try again" }).click();
  await requestsRegion.getByText("Showing the latest 5 requests.").waitFor();
  await closePage();
});

test("after a lost response, sending an order to an app again opens the link from the first attempt", async () => {
  const { id } = await orders.placeOrder();
  fixture.appServer.respondWith({
    status: 200,
    body: JSON.stringify({ type: "link", url: `${fixture.appServer.url}/parcel` }),
  });
  const countRequests = () => fixture.appServer.requests.filter(({ method }) => method === "POST").length;
  const requestCount = countRequests();
  const { page, closePage } = await orders.openStorePage(`/orders/${id}`);
  await page.evaluate(buildLostResponseScript("/fulfillment_requests.json"));
  await fulfillWithApp(page);
  await page.getByText("Can't reach the server.").waitFor();
  await fulfillWithApp(page);
  await page.getByText(`Your earlier request to ${app.name} timed out`).waitFor();
  assert.match(page.url(), /\/fulfillment-requests\/\d+\?/);
  assert.equal(countRequests(), requestCount + 1);
  await closePage(/./);
});
