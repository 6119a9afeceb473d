import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { Page } from "playwright-core";
import { createE2eFixture, type E2eFixture } from "./e2e-fixture.ts";
import { createOrderFixture, type OrderFixture } from "./orders.ts";
import { findViolationsInAllModes } from "./page-violations.ts";
import { createReusedPage } from "./reused-page.ts";
import { takeScreenshot } from "./screenshot.ts";

let fixture: E2eFixture;
let orders: OrderFixture;

before(async () => {
  fixture = await createE2eFixture();
  orders = await createOrderFixture(fixture);
});
after(() => fixture.close());

/** A page in a certain state: the state's name, the page's path, and the steps that bring the page into the state. */
type PageState = [name: string, path: string, prepare?: (page: Page) => Promise<void>];

const createClick = (name: string) => (page: Page) => page.getByRole("button", { name, exact: true }).click();

const longText = "a very long word of a buyer who says everything twice ".repeat(4).trim();

async function createOrderStates(): Promise<PageState[]> {
  const { store, placeOrder, call } = orders;
  const fullOrder = await placeOrder({
    email: "mei@kedai.test",
    phone: "+60123456789",
    customer: { first_name: "Mei", last_name: "Tan", email: "mei@kedai.test" },
    line_items: [
      { variant_id: store.variants[0]?.id, quantity: 2, price: "45.00" },
      { name: longText, price: "1234.50", quantity: 1, total_discount: "34.50", sku: "LONG-NAME-1" },
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
    note: `Please ring twice. ${longText}`,
    remark: "Knows the owner.",
    tags: ["gift", "wholesale"],
    note_attributes: [{ name: "Gift message", value: "Happy birthday" }],
    sales_attributions: { staff: [{ name: "Aina" }], location: [{ location_id: store.locations[0]?.id }] },
    source_identifier: "POS-4711",
  });
  const canceledOrder = await placeOrder();
  await call("POST", `3.0/orders/${canceledOrder.id}/cancel.json`, { reason: "Ordered twice" });
  const fulfilledOrder = await placeOrder({
    email: "ravi@kedai.test",
    transactions: [{ kind: "sale", amount: "90.00" }],
  });
  const lineItemId = fulfilledOrder.line_items[0]?.id;
  await call("POST", `3.0/orders/${fulfilledOrder.id}/fulfillments.json`, {
    line_items: [{ id: lineItemId, quantity: 1 }],
    tracking_company: "Lebuh Express",
    tracking_number: "LB1",
    tracking_url: "https://track.example/LB1",
    consignment_note_url: "https://track.example/LB1.pdf",
    message: longText,
  });
  await call("POST", `3.0/orders/${fulfilledOrder.id}/refund.json`, {
    amount: "45.00",
    note: longText,
    restock_items: [{ line_item_id: lineItemId, quantity: 1 }],
  });
  await call("POST", `4.0/orders/${fulfilledOrder.id}/returns.json`, {
    return_line_items: [{ line_item_id: lineItemId, quantity: 1, reason: "Too small" }],
  });
  await placeOrder({ email: `${"long".repeat(15)}@kedai.test` });
  return [
    ["orders", "/orders"],
    ["orders with a selection", "/orders", (page) => page.getByRole("checkbox").first().check()],
    ["no matching orders", "/orders?query=nobody&status=closed"],
    ["an order", `/orders/${fullOrder.id}`],
    ["a canceled order", `/orders/${canceledOrder.id}`],
    ["an unknown order", "/orders/nothing"],
    ["a fulfilled and refunded order", `/orders/${fulfilledOrder.id}`],
    ["the dialog to cancel an order", `/orders/${fullOrder.id}`, createClick("Cancel order")],
    ["the dialog to record a payment", `/orders/${fullOrder.id}`, createClick("Record payment")],
    [
      "the dialog to fulfill items",
      `/orders/${fullOrder.id}`,
      createClick("Fulfill items from Main location"),
    ],
    [
      "a refund of too much",
      `/orders/${fullOrder.id}`,
      async (page) => {
        await createClick("Refund order")(page);
        await page.getByRole("dialog").getByLabel("Amount").fill("100000");
        await createClick("Refund USD 100,000.00")(page);
        await page.getByText("Check the highlighted fields").waitFor();
      },
    ],
  ];
}

async function findViolations(states: readonly PageState[]): Promise<string[]> {
  const violations: string[] = [];
  const { store } = orders;
  const reusedPage = createReusedPage(fixture, store.owner.browser);
  for (const [name, path, prepare] of states) {
    const page = await reusedPage.load(`${store.host_url}${path}`);
    await prepare?.(page);
    const pageViolations = await findViolationsInAllModes(page, (mode) =>
      takeScreenshot(page, `${name} ${mode}`),
    );
    violations.push(...pageViolations.map((violation) => `${name}, ${violation}`));
  }
  await reusedPage.closePage(/404|422/);
  return violations;
}

test("the order list without orders is accessible in light, dark and narrow mode", async () => {
  assert.deepEqual(await findViolations([["no orders", "/orders"]]), []);
});

test("the pages of orders are accessible in light, dark and narrow mode", async () => {
  assert.deepEqual(await findViolations(await createOrderStates()), []);
});
