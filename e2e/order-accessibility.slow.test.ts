import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { Page } from "playwright-core";
import { createE2eFixture, type E2eFixture } from "./e2e-fixture.ts";
import { oneWindow } from "./one-window.ts";
import { type OrderFixture, openOrders } from "./orders.ts";
import { findViolationsInEveryLook } from "./page-violations.ts";
import { takeScreenshot } from "./screenshot.ts";

let fixture: E2eFixture;
let orders: OrderFixture;

before(async () => {
  fixture = await createE2eFixture();
  orders = await openOrders(fixture);
});
after(() => fixture.close());

/** State of a page: its name, its path, and how to reach it. */
type State = [name: string, path: string, act?: (page: Page) => Promise<void>];

const press = (name: string) => (page: Page) => page.getByRole("button", { name, exact: true }).click();

const long = "a very long word of a buyer who says everything twice ".repeat(4).trim();

async function orderStates(): Promise<State[]> {
  const { store, order, call } = orders;
  const full = await order({
    email: "mei@kedai.test",
    phone: "+60123456789",
    customer: { first_name: "Mei", last_name: "Tan", email: "mei@kedai.test" },
    line_items: [
      { variant_id: store.variants[0]?.id, quantity: 2, price: "45.00" },
      { name: long, price: "1234.50", quantity: 1, total_discount: "34.50", sku: "LONG-NAME-1" },
    ],
    shipping_fees: [{ name: "Next day", price: "8.00", handling_fee: "1.00", courier_name: "Lebuh Express" }],
    tax_lines: [{ title: "SST", rate: "0.06" }],
    discounts: [{ code: "WELCOME10", type: "percentage", value: "10" }],
    transactions: [
      { kind: "sale", amount: "100.00", gateway: { title: "Bank transfer" }, reference: "A-1" },
      { kind: "sale", amount: "20.00", gateway: { type: "cash_on_delivery" } },
      { kind: "authorization", amount: "30.00" },
      { kind: "sale", amount: "10.00" },
    ],
    shipping_address: {
      first_name: "Mei",
      last_name: "Tan",
      address1: "12 Jalan Besar",
      zip: "50000",
      city: "Kuala Lumpur",
      country_code: "MY",
    },
    note: `Please ring twice. ${long}`,
    remark: "Knows the owner.",
    tags: ["gift", "wholesale"],
    note_attributes: [{ name: "Gift message", value: "Happy birthday" }],
    sales_attributions: { staff: [{ name: "Aina" }], location: [{ location_id: store.locations[0]?.id }] },
    source_identifier: "POS-4711",
  });
  const cancelled = await order();
  await call("POST", `3.0/orders/${cancelled.id}/cancel.json`, { reason: "Ordered twice" });
  const sent = await order({ email: "ravi@kedai.test", transactions: [{ kind: "sale", amount: "90.00" }] });
  const line = sent.line_items[0]?.id;
  await call("POST", `3.0/orders/${sent.id}/fulfillments.json`, {
    line_items: [{ id: line, quantity: 1 }],
    tracking_company: "Lebuh Express",
    tracking_number: "LB1",
    tracking_url: "https://track.example/LB1",
    consignment_note_url: "https://track.example/LB1.pdf",
    message: long,
  });
  await call("POST", `3.0/orders/${sent.id}/refund.json`, {
    amount: "45.00",
    note: long,
    restock_items: [{ line_item_id: line, quantity: 1 }],
  });
  await call("POST", `4.0/orders/${sent.id}/returns.json`, {
    return_line_items: [{ line_item_id: line, quantity: 1, reason: "Too small" }],
  });
  await order({ email: `${"long".repeat(15)}@kedai.test` });
  return [
    ["orders", "/orders"],
    ["orders chosen", "/orders", (page) => page.getByRole("checkbox").first().check()],
    ["no order matches", "/orders?query=nobody&status=closed"],
    ["an order", `/orders/${full.id}`],
    ["a cancelled order", `/orders/${cancelled.id}`],
    ["no such order", "/orders/nothing"],
    ["an order that is sent and refunded", `/orders/${sent.id}`],
    ["cancelling an order", `/orders/${full.id}`, press("Cancel order")],
    ["recording a payment", `/orders/${full.id}`, press("Record payment")],
    ["fulfilling an order", `/orders/${full.id}`, press("Fulfill items from Main location")],
    [
      "refunding too much",
      `/orders/${full.id}`,
      async (page) => {
        await press("Refund order")(page);
        await page.getByRole("dialog").getByLabel("Amount").fill("100000");
        await press("Refund USD 100,000.00")(page);
        await page.getByText("Check the highlighted fields").waitFor();
      },
    ],
  ];
}

async function findViolations(all: readonly State[]): Promise<string[]> {
  const violations: string[] = [];
  const { store } = orders;
  const view = oneWindow(fixture, store.owner.browser);
  for (const [name, path, act] of all) {
    const page = await view.at(`${store.host_url}${path}`);
    await act?.(page);
    const found = await findViolationsInEveryLook(page, (look) => takeScreenshot(page, `${name} ${look}`));
    violations.push(...found.map((violation) => `${name}, ${violation}`));
  }
  await view.done(/404|422/);
  return violations;
}

const clean =
  "without a serious fault for axe-core and without scrolling sideways, in light, in dark, and 380 pixels wide";

test(`a store without orders is shown ${clean}`, async () => {
  assert.deepEqual(await findViolations([["no orders", "/orders"]]), []);
});

test(`the order list and an order with every feature are shown ${clean}`, async () => {
  assert.deepEqual(await findViolations(await orderStates()), []);
});
