import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { becomes, installApp, registerApp, type SeededApp, signUpMember, signUpStaff } from "@souk/testkit";
import type { Page } from "playwright-core";
import { loseAnswer } from "./lose-answer.ts";
import { openPage } from "./open-page.ts";
import { type OrderShop, openOrders, type ToldOrder } from "./orders.ts";
import { settled } from "./settled.ts";
import { openStage, type Stage } from "./stage.ts";

let stage: Stage;
let orders: OrderShop;
let app: SeededApp;

/** The platform's staff say where the app answers the Fulfill action. */
async function staffSetUrls(): Promise<void> {
  const { browser } = await signUpStaff(stage.testing);
  const url = `${stage.testing.addresses.adminOrigin}/api/staff/apps/${app.id}/fulfillment_url.json`;
  for (const topic of ["fulfillment/single", "fulfillment/bulk"]) {
    const wish = { topic, url: `${stage.app.url}/${topic}`, reason: "Asked for by the partner." };
    const answer = await browser.call("PUT", url, wish);
    assert.equal(answer.status, 200, answer.text);
  }
}

before(async () => {
  stage = await openStage();
  orders = await openOrders(stage);
  app = await registerApp(stage.testing, stage.app.url);
  await installApp(stage.testing, { shop: orders.shop, app });
  await staffSetUrls();
});
after(() => stage.close());

async function fulfil(page: Page, button = "Fulfill by app"): Promise<void> {
  await page.getByRole("button", { name: button, exact: true }).click();
  await page.getByRole("button", { name: app.name }).click();
}

test("FUL-1, FUL-3 orders that are ticked in the list go to an app together, and its message is a toast", async () => {
  const [first, second] = [await orders.order(), await orders.order()];
  stage.app.answer({ status: 200, body: JSON.stringify({ type: "message", message: "Booked both" }) });
  const { page, done } = await orders.opened("/orders");
  for (const { order_number } of [first, second])
    await page.getByRole("row", { name: order_number }).getByRole("checkbox").check();
  await page.getByText("2 orders chosen").waitFor();
  // As the app does before it answers.
  await orders.call("POST", `3.0/orders/${first.id}/fulfillments.json`, { fulfillment: {} });
  await fulfil(page);
  await page
    .getByRole("status")
    .filter({ hasText: `${app.name}: Booked both` })
    .waitFor();
  await page.getByRole("row", { name: first.order_number }).getByText("Sent", { exact: true }).waitFor();
  const { body } = await stage.app.received(({ path }) => path === "/fulfillment/bulk");
  assert.deepEqual(JSON.parse(String(body)), { ids: [first.id, second.id] });
  await done();
});

test("orders of which no answer came are handed over once, also when they are chosen anew, and that is said", async () => {
  const numbers = [await orders.order(), await orders.order()].map(({ order_number }) => order_number);
  stage.app.answer({ status: 200, body: JSON.stringify({ type: "message", message: "A parcel" }) });
  const before = stage.app.requests.length;
  const { page, done } = await orders.opened("/orders");
  const choices = numbers.map((name) => page.getByRole("row", { name }).getByRole("checkbox"));
  const chosen = page.getByText("2 orders chosen");
  for (const choice of choices) await choice.check();
  await page.evaluate(loseAnswer("/fulfillment_requests.json"));
  await fulfil(page);
  await page.getByText("No answer came.").waitFor();
  for (const choice of choices) await choice.uncheck();
  await chosen.waitFor({ state: "detached" });
  for (const choice of choices.toReversed()) await choice.check();
  await fulfil(page);
  const said = page.getByRole("status").filter({ hasText: `${app.name}: A parcel` });
  await said.waitFor();
  await page.getByText(`${app.name} was asked at the try before`).waitFor();
  assert.equal(stage.app.requests.length, before + 1);
  await fulfil(page);
  await becomes(() => said.count(), 2);
  assert.equal(stage.app.requests.length, before + 2);
  await done();
});

/** An order of which each of the shop's two locations ships one unit. */
async function splitOrder(): Promise<ToldOrder> {
  const { variants, locations } = orders.shop;
  const variant_id = variants[1]?.id;
  for (const { id: location_id } of locations)
    await orders.call("PUT", "4.0/inventory_levels/set.json", { variant_id, location_id, quantity: 1 });
  return orders.order({ line_items: [{ variant_id, quantity: 2 }] });
}

test("FUL-1, FUL-2 an order goes to an app from its page, the link it answers opens in a frame, and the way back leads to the order, of which one location's part goes alone", async () => {
  const { id, order_number, fulfillment_orders } = await splitOrder();
  const part = fulfillment_orders.find(({ location_id }) => location_id === orders.shop.locations[1]?.id);
  stage.app.answer(({ method }) =>
    method === "GET"
      ? {
          status: 200,
          headers: { "content-type": "text/html" },
          body: '<!doctype html><html lang="en"><title>Parcel</title><h1>Book a parcel</h1>',
        }
      : { status: 200, body: JSON.stringify({ type: "link", url: `${stage.app.url}/parcel` }) },
  );
  const { page, done } = await orders.opened(`/orders/${id}`);
  await fulfil(page);
  await page.frameLocator("iframe").getByRole("heading", { name: "Book a parcel" }).waitFor();
  const { body } = await stage.app.received(({ path }) => path === "/fulfillment/single");
  assert.deepEqual(JSON.parse(String(body)), { id });
  await page.getByRole("link", { name: "Back" }).click();
  await page.getByRole("heading", { level: 1, name: order_number }).waitFor();
  // What the app answered is not lost with the way back.
  const handed = page.getByRole("region", { name: "Handed to apps" });
  await handed.getByText(app.name).waitFor();
  await handed.getByRole("link", { name: /^Show what/ }).click();
  await page.getByRole("heading", { level: 1, name: `Fulfill with ${app.name}` }).waitFor();
  await page.frameLocator("iframe").getByRole("heading", { name: "Book a parcel" }).waitFor();
  await page.getByRole("link", { name: "Back" }).click();
  await page.getByRole("heading", { level: 1, name: order_number }).waitFor();
  stage.app.answer({ status: 200, body: JSON.stringify({ type: "message", message: "Booked one" }) });
  await fulfil(page, "Fulfill by app from Place 2");
  await page.getByRole("status").filter({ hasText: "Booked one" }).waitFor();
  await handed.getByText("Booked one").waitFor();
  await becomes(
    () => page.evaluate("document.activeElement.getAttribute('aria-label')"),
    "Fulfill by app from Place 2",
  );
  const last = stage.app.requests.findLast(({ path }) => path === "/fulfillment/single");
  assert.deepEqual(JSON.parse(String(last?.body)), { id, fulfillment_order_id: part?.id });
  await done();
});

test("who may send orders and not read what an app answered sends them by hand alone", async () => {
  const { id } = await orders.order();
  const { browser } = await signUpMember(stage.testing, orders.shop, [
    "read_orders",
    "write_orders",
    "write_fulfillments",
  ]);
  const { page, done } = await openPage(stage, browser, `${orders.shop.host_url}/orders/${id}`);
  await page.getByRole("button", { name: "Fulfill" }).first().waitFor();
  await settled(page);
  await becomes(() => page.getByRole("button", { name: "Fulfill" }).count(), 1);
  await done();
});

test("what apps answered says when it cannot be read, that there is more of it, and leads to no page that is withheld", async () => {
  const { id } = await orders.order();
  stage.app.answer({ status: 200, body: JSON.stringify({ type: "link", url: `${stage.app.url}/parcel` }) });
  for (let time = 0; time < 6; time++)
    await orders.call("POST", "console/fulfillment_requests.json", {
      client_id: app.client_id,
      topic: "fulfillment/single",
      order_ids: [id],
    });
  const { browser } = await signUpMember(stage.testing, orders.shop, ["read_orders", "read_fulfillments"]);
  const { page, done } = await openPage(stage, browser, `${orders.shop.host_url}/orders/${id}`);
  const handed = page.getByRole("region", { name: "Handed to apps" });
  await handed.getByText("These are the latest 5. It was handed over more often.").waitFor();
  await becomes(() => handed.getByText("Show", { exact: true }).count(), 5);
  const list = "**/fulfillment_requests.json?*";
  await page.route(list, (route) => route.fulfill({ status: 422, body: "{}" }));
  await page.reload();
  await handed.getByRole("alert").waitFor();
  await page.unroute(list);
  await handed.getByRole("button", { name: "Try again" }).click();
  await handed.getByText("These are the latest 5.").waitFor();
  await done();
});

test("a link that was answered at the try before says so on the page that it opens in", async () => {
  const { id } = await orders.order();
  stage.app.answer({ status: 200, body: JSON.stringify({ type: "link", url: `${stage.app.url}/parcel` }) });
  const asked = () => stage.app.requests.filter(({ method }) => method === "POST").length;
  const before = asked();
  const { page, done } = await orders.opened(`/orders/${id}`);
  await page.evaluate(loseAnswer("/fulfillment_requests.json"));
  await fulfil(page);
  await page.getByText("No answer came.").waitFor();
  await fulfil(page);
  await page.getByText(`${app.name} was asked at the try before`).waitFor();
  assert.match(page.url(), /\/fulfillment-requests\/\d+\?/);
  assert.equal(asked(), before + 1);
  await done(/./);
});
