import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { becomes, installApp, registerApp, type SeededApp, signUpMember, signUpStaff } from "@souk/testkit";
import type { Page } from "playwright-core";
import { createE2eFixture, type E2eFixture } from "./e2e-fixture.ts";
import { loseAnswer } from "./lose-answer.ts";
import { openPage } from "./open-page.ts";
import { type OrderFixture, type OrderRecord, openOrders } from "./orders.ts";
import { settled } from "./settled.ts";

let fixture: E2eFixture;
let orders: OrderFixture;
let app: SeededApp;

/** Set the app's Fulfill URLs as the platform's staff. */
async function staffSetUrls(): Promise<void> {
  const { browser } = await signUpStaff(fixture.testing);
  const url = `${fixture.testing.addresses.adminOrigin}/api/staff/apps/${app.id}/fulfillment_url.json`;
  for (const topic of ["fulfillment/single", "fulfillment/bulk"]) {
    const input = { topic, url: `${fixture.app.url}/${topic}`, reason: "Asked for by the partner." };
    const answer = await browser.call("PUT", url, input);
    assert.equal(answer.status, 200, answer.text);
  }
}

before(async () => {
  fixture = await createE2eFixture();
  orders = await openOrders(fixture);
  app = await registerApp(fixture.testing, fixture.app.url);
  await installApp(fixture.testing, { store: orders.store, app });
  await staffSetUrls();
});
after(() => fixture.close());

async function fulfill(page: Page, button = "Fulfill with an app"): Promise<void> {
  await page.getByRole("button", { name: button, exact: true }).click();
  await page.getByRole("button", { name: app.name }).click();
}

test("FUL-1, FUL-3 orders selected in the list go to an app; its message is a toast", async () => {
  const [first, second] = [await orders.order(), await orders.order()];
  fixture.app.answer({ status: 200, body: JSON.stringify({ type: "message", message: "Booked both" }) });
  const { page, done } = await orders.opened("/orders");
  for (const { order_number } of [first, second])
    await page.getByRole("row", { name: order_number }).getByRole("checkbox").check();
  await page.getByText("2 orders selected").waitFor();
  // As the app does before it answers.
  await orders.call("POST", `3.0/orders/${first.id}/fulfillments.json`, { fulfillment: {} });
  await fulfill(page);
  await page
    .getByRole("status")
    .filter({ hasText: `${app.name}: Booked both` })
    .waitFor();
  await page.getByRole("row", { name: first.order_number }).getByText("Fulfilled", { exact: true }).waitFor();
  const { body } = await fixture.app.received(({ path }) => path === "/fulfillment/bulk");
  assert.deepEqual(JSON.parse(String(body)), { ids: [first.id, second.id] });
  await done();
});

test("orders without a response are sent once, also if selected again", async () => {
  const numbers = [await orders.order(), await orders.order()].map(({ order_number }) => order_number);
  fixture.app.answer({ status: 200, body: JSON.stringify({ type: "message", message: "A parcel" }) });
  const before = fixture.app.requests.length;
  const { page, done } = await orders.opened("/orders");
  const choices = numbers.map((name) => page.getByRole("row", { name }).getByRole("checkbox"));
  const chosen = page.getByText("2 orders selected");
  for (const choice of choices) await choice.check();
  await page.evaluate(loseAnswer("/fulfillment_requests.json"));
  await fulfill(page);
  await page.getByText("Can't reach the server.").waitFor();
  for (const choice of choices) await choice.uncheck();
  await chosen.waitFor({ state: "detached" });
  for (const choice of choices.toReversed()) await choice.check();
  await fulfill(page);
  const said = page.getByRole("status").filter({ hasText: `${app.name}: A parcel` });
  await said.waitFor();
  await page.getByText(`Your earlier request to ${app.name} timed out`).waitFor();
  assert.equal(fixture.app.requests.length, before + 1);
  await fulfill(page);
  await becomes(() => said.count(), 2);
  assert.equal(fixture.app.requests.length, before + 2);
  await done();
});

/** Create an order of which each of the store's two locations ships one unit. */
async function splitOrder(): Promise<OrderRecord> {
  const { variants, locations } = orders.store;
  const variant_id = variants[1]?.id;
  for (const { id: location_id } of locations)
    await orders.call("PUT", "4.0/inventory_levels/set.json", { variant_id, location_id, quantity: 1 });
  return orders.order({ line_items: [{ variant_id, quantity: 2 }] });
}

test("FUL-1, FUL-2 an order goes to an app from its page; its link opens in a frame", async () => {
  const { id, order_number, fulfillment_orders } = await splitOrder();
  const part = fulfillment_orders.find(({ location_id }) => location_id === orders.store.locations[1]?.id);
  fixture.app.answer(({ method }) =>
    method === "GET"
      ? {
          status: 200,
          headers: { "content-type": "text/html" },
          body: '<!doctype html><html lang="en"><title>Parcel</title><h1>Book a parcel</h1>',
        }
      : { status: 200, body: JSON.stringify({ type: "link", url: `${fixture.app.url}/parcel` }) },
  );
  const { page, done } = await orders.opened(`/orders/${id}`);
  await fulfill(page);
  await page.frameLocator("iframe").getByRole("heading", { name: "Book a parcel" }).waitFor();
  const { body } = await fixture.app.received(({ path }) => path === "/fulfillment/single");
  assert.deepEqual(JSON.parse(String(body)), { id });
  await page.getByRole("link", { name: "Back" }).click();
  await page.getByRole("heading", { level: 1, name: order_number }).waitFor();
  // What the app answered is not lost with the way back.
  const handed = page.getByRole("region", { name: "Sent to apps" });
  await handed.getByText(app.name).waitFor();
  await handed.getByRole("link", { name: /^Open page/ }).click();
  await page.getByRole("heading", { level: 1, name: `Fulfill with ${app.name}` }).waitFor();
  await page.frameLocator("iframe").getByRole("heading", { name: "Book a parcel" }).waitFor();
  await page.getByRole("link", { name: "Back" }).click();
  await page.getByRole("heading", { level: 1, name: order_number }).waitFor();
  fixture.app.answer({ status: 200, body: JSON.stringify({ type: "message", message: "Booked one" }) });
  await fulfill(page, "Fulfill with an app from Place 2");
  await page.getByRole("status").filter({ hasText: "Booked one" }).waitFor();
  await handed.getByText("Booked one").waitFor();
  await becomes(
    () => page.evaluate("document.activeElement.getAttribute('aria-label')"),
    "Fulfill with an app from Place 2",
  );
  const last = fixture.app.requests.findLast(({ path }) => path === "/fulfillment/single");
  assert.deepEqual(JSON.parse(String(last?.body)), { id, fulfillment_order_id: part?.id });
  await done();
});

test("staff who may send orders but not read app answers send them by hand alone", async () => {
  const { id } = await orders.order();
  const { browser } = await signUpMember(fixture.testing, orders.store, [
    "read_orders",
    "write_orders",
    "write_fulfillments",
  ]);
  const { page, done } = await openPage(fixture, browser, `${orders.store.host_url}/orders/${id}`);
  await page.getByRole("button", { name: "Fulfill" }).first().waitFor();
  await settled(page);
  await becomes(() => page.getByRole("button", { name: "Fulfill" }).count(), 1);
  await done();
});

test("app answers report read errors and further pages, and hide forbidden links", async () => {
  const { id } = await orders.order();
  fixture.app.answer({
    status: 200,
    body: JSON.stringify({ type: "link", url: `${fixture.app.url}/parcel` }),
  });
  for (let time = 0; time < 6; time++)
    await orders.call("POST", "console/fulfillment_requests.json", {
      client_id: app.client_id,
      topic: "fulfillment/single",
      order_ids: [id],
    });
  const { browser } = await signUpMember(fixture.testing, orders.store, ["read_orders", "read_fulfillments"]);
  const { page, done } = await openPage(fixture, browser, `${orders.store.host_url}/orders/${id}`);
  const handed = page.getByRole("region", { name: "Sent to apps" });
  await handed.getByText("Showing the latest 5 requests.").waitFor();
  await becomes(() => handed.getByText("Show response", { exact: true }).count(), 5);
  const list = "**/fulfillment_requests.json?*";
  await page.route(list, (route) => route.fulfill({ status: 422, body: "{}" }));
  await page.reload();
  await handed.getByRole("alert").waitFor();
  await page.unroute(list);
  await handed.getByRole("button", { name: "Try again" }).click();
  await handed.getByText("Showing the latest 5 requests.").waitFor();
  await done();
});

test("a link that the previous attempt returned is marked so on its page", async () => {
  const { id } = await orders.order();
  fixture.app.answer({
    status: 200,
    body: JSON.stringify({ type: "link", url: `${fixture.app.url}/parcel` }),
  });
  const asked = () => fixture.app.requests.filter(({ method }) => method === "POST").length;
  const before = asked();
  const { page, done } = await orders.opened(`/orders/${id}`);
  await page.evaluate(loseAnswer("/fulfillment_requests.json"));
  await fulfill(page);
  await page.getByText("Can't reach the server.").waitFor();
  await fulfill(page);
  await page.getByText(`Your earlier request to ${app.name} timed out`).waitFor();
  assert.match(page.url(), /\/fulfillment-requests\/\d+\?/);
  assert.equal(asked(), before + 1);
  await done(/./);
});
