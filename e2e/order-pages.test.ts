import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { becomes, signUpMember } from "@souk/testkit";
import type { Page } from "playwright-core";
import { keyboard } from "./hands.ts";
import { openPage } from "./open-page.ts";
import { type OrderShop, openOrders } from "./orders.ts";
import { openStage, type Stage } from "./stage.ts";

let stage: Stage;
let orders: OrderShop;

before(async () => {
  stage = await openStage();
  orders = await openOrders(stage);
});
after(() => stage.close());

const heading = (page: Page, name: string) => page.getByRole("heading", { level: 1, name }).waitFor();

const region = (page: Page, name: string) => page.getByRole("region", { name, exact: true });

test("an order is found in the list, narrowed by its states, and opened", async () => {
  const mei = await orders.order({
    email: "mei@kedai.test",
    transactions: [{ kind: "sale", amount: "90.00" }],
  });
  const other = await orders.order({ email: "somebody@kedai.test" });
  const { page, done } = await orders.opened("");
  await page.getByRole("link", { name: "Orders", exact: true }).click();
  const otherRow = page.getByRole("link", { name: other.order_number });
  await otherRow.waitFor();
  await page.getByRole("combobox", { name: "Payment" }).click();
  await page.getByRole("option", { name: "Paid", exact: true }).click();
  await otherRow.waitFor({ state: "detached" });
  await page.waitForURL((url) => url.searchParams.get("financial") === "paid");
  await page.goBack();
  await otherRow.waitFor();
  await page.getByLabel("Search orders").fill("mei@kedai.test");
  await otherRow.waitFor({ state: "detached" });
  await page.getByRole("link", { name: mei.order_number }).click();
  await heading(page, mei.order_number);
  await region(page, "Customer").getByText("mei@kedai.test").waitFor();
  await done();
});

test("an order is paid, one of its two units is sent, tracked and delivered, and money goes back with the other", async () => {
  // The address is the customer's own; the order has none.
  const customer = { first_name: "Mei", email: "mei@kedai.test" };
  const { id } = await orders.order({ customer, email: "" });
  const { page, done } = await orders.opened(`/orders/${id}`);
  const dialog = page.getByRole("dialog");

  await page.getByRole("button", { name: "Record a payment" }).click();
  await dialog.getByLabel("Amount").fill("not much");
  await dialog.getByRole("button", { name: "Record it" }).click();
  await becomes(() => dialog.getByLabel("Amount").getAttribute("aria-invalid"), "true");
  await dialog.getByLabel("Amount").fill("90.00");
  await dialog.getByLabel("Reference").fill("Till 4");
  // A second press comes before the first is answered, and who would close the window cannot: the money is recorded once.
  const answered = Promise.withResolvers<void>();
  await page.route("**/transactions.json", async (route) => {
    await answered.promise;
    await route.continue();
  });
  await dialog.getByRole("button", { name: "Record it" }).dblclick();
  await dialog.getByRole("button", { name: "Close" }).waitFor({ state: "detached" });
  await page.keyboard.press("Escape");
  answered.resolve();
  await page.getByText("The payment is recorded.").waitFor();
  await dialog.waitFor({ state: "hidden" });
  await region(page, "Payments").getByText("Reference Till 4").waitFor();
  const paid = await orders.told(id);
  assert.equal(paid.financial_status, "paid");
  assert.equal(paid.transactions.length, 1);

  await page.getByRole("button", { name: "Fulfill from Main location" }).click();
  const units = dialog.getByLabel("Units of Seeded product 1, at most 2");
  await units.fill("3");
  await dialog.getByRole("button", { name: "Send these units" }).click();
  await becomes(() => units.getAttribute("aria-invalid"), "true");
  await units.fill("1");
  assert.ok(await dialog.getByLabel("Tell mei@kedai.test by e-mail").isChecked());
  await dialog.getByLabel("Courier").fill("Lebuh Express");
  await dialog.getByLabel("Tracking number").fill("LB1");
  await dialog.getByLabel("Tracking address").fill("https://track.example/LB1");
  await dialog.getByRole("button", { name: "Send these units" }).click();
  await page.getByText("The units count as sent.").waitFor();
  const track = page.getByRole("link", { name: /^Track LB1: Shipment/ });
  await track.waitFor();
  assert.equal(await track.getAttribute("href"), "https://track.example/LB1");
  const [shipment] = (await orders.told(id)).fulfillments;
  assert.equal(shipment?.tracking_number, "LB1");

  await page.getByRole("button", { name: `Update shipment ${shipment.id}` }).click();
  await dialog.getByLabel("State").selectOption("Delivered");
  await dialog.getByRole("button", { name: "Save" }).click();
  await page.getByText(`Shipment ${shipment.id} is saved.`).waitFor();
  await page.getByRole("button", { name: `Cancel shipment ${shipment.id}` }).waitFor({ state: "detached" });

  await page.getByRole("button", { name: "Refund", exact: true }).click();
  await dialog.getByLabel("Amount").fill("91.00");
  await dialog.getByLabel("Put back of Seeded product 1, at most 2").fill("1");
  await dialog.getByRole("button", { name: "Refund it" }).click();
  await dialog.getByText("Something needs your attention").waitFor();
  await dialog.getByLabel("Amount").fill("45.00");
  await dialog.getByRole("button", { name: "Refund it" }).click();
  await page.getByText("The refund is made.").waitFor();
  await region(page, "Refunds").getByText("1 × Seeded product 1, back at Main location").waitFor();
  const told = await orders.told(id);
  assert.equal(told.total_refund_amount, "45.00");
  assert.equal(told.financial_status, "partially_refunded");
  assert.equal(told.line_items[0]?.fulfilled_quantity, 1);
  assert.equal(told.line_items[0].refunded_quantity, 1);

  await region(page, "Refunds").getByRole("button", { name: "Cancel the refund" }).click();
  await dialog.getByRole("button", { name: "Cancel the refund" }).click();
  await page.getByText("The refund is cancelled.").waitFor();
  assert.equal((await orders.told(id)).refunds[0]?.status, "cancelled");
  await done(/422/);
});

test("a shipment is cancelled, cash that came at the door is marked as paid, and what is authorized is captured", async () => {
  const line = { variant_id: orders.shop.variants[0]?.id, quantity: 1, price: "45.00" };
  const { id } = await orders.order({
    line_items: [line, line],
    transactions: [
      { kind: "sale", amount: "40.00", gateway: { type: "cash_on_delivery" } },
      { kind: "authorization", amount: "50.00" },
    ],
  });
  await orders.call("POST", `3.0/orders/${id}/fulfillments.json`, {});
  const { page, done } = await orders.opened(`/orders/${id}`);
  const dialog = page.getByRole("dialog");
  const [shipment] = (await orders.told(id)).fulfillments;
  await page.getByRole("button", { name: `Cancel shipment ${shipment?.id}` }).click();
  await dialog.getByRole("button", { name: "Cancel the shipment" }).click();
  await page.getByText(`Shipment ${shipment?.id} is cancelled.`).waitFor();
  // Lines that read the same are all there.
  await becomes(() => page.getByText("Seeded product 1: 1 of 1 to send").count(), 2);
  await region(page, "Payments").getByRole("button", { name: "Mark as paid" }).click();
  await dialog.getByRole("button", { name: "Mark as paid" }).click();
  await page.getByText(/USD\s40\.00 counts as paid\./).waitFor();
  await region(page, "Payments").getByRole("button", { name: "Capture" }).click();
  const capture = page.waitForRequest((request) => request.method() === "POST");
  await dialog.getByRole("button", { name: "Capture" }).click();
  // What was shown is what is asked for.
  const [authorization] = (await orders.told(id)).transactions.filter(({ kind }) => kind === "authorization");
  assert.deepEqual((await capture).postDataJSON(), {
    kind: "capture",
    amount: "50.00",
    parent_id: authorization?.id,
  });
  await page.getByText(/USD\s50\.00 is captured\./).waitFor();
  const told = await orders.told(id);
  assert.equal(told.total_paid, "90.00");
  assert.equal(told.fulfillment_status, "unfulfilled");
  await done();
});

test("an order is remarked, closed, opened again and cancelled with the keyboard alone", async () => {
  const promised = { kind: "sale", amount: "40.00", gateway: { type: "cash_on_delivery" } };
  const { id, order_number } = await orders.order({ transactions: [promised] });
  const { page, done } = await orders.opened(`/orders/${id}`);
  const hands = keyboard(page);
  await hands.fill("Remark", "Knows the owner.");
  await hands.press("Save");
  await page.getByText("The order is saved.").waitFor();
  await hands.press("Close the order");
  await page.getByText(`${order_number} is closed.`).waitFor();
  await hands.press("Open it again");
  await page.getByText(`${order_number} is open again.`).waitFor();
  await hands.press("Cancel the order");
  await page.getByRole("dialog").waitFor();
  await hands.fill("Reason", "Ordered twice");
  await page.getByRole("dialog").getByRole("button", { name: "Cancel the order" }).press("Enter");
  await page.getByText(`${order_number} is cancelled.`).waitFor();
  await page.getByRole("button", { name: "Cancel the order" }).waitFor({ state: "detached" });
  // What was promised may still have been paid, or have failed.
  const payments = region(page, "Payments").getByRole("button");
  await becomes(() => payments.allTextContents(), ["Mark as paid", "Mark as failed"]);
  await payments.last().click();
  await page.getByRole("dialog").getByRole("button", { name: "Mark as failed" }).click();
  await page.getByText(/The payment of USD\s40\.00 counts as failed\./).waitFor();
  const told = await orders.told(id);
  assert.equal(told.status, "cancelled");
  assert.equal(told.cancel_reason, "Ordered twice");
  assert.equal(told.remark, "Knows the owner.");
  await done();
});

test("who may only read orders is offered nothing that changes one", async () => {
  const { id, order_number } = await orders.order({ transactions: [{ kind: "sale", amount: "90.00" }] });
  const { browser } = await signUpMember(stage.testing, orders.shop, ["read_orders"]);
  const { page, done } = await openPage(stage, browser, `${orders.shop.host_url}/orders/${id}`);
  await heading(page, order_number);
  await region(page, "Shipments").getByText("To be sent").waitFor();
  const changes = /Fulfil|Cancel|Close the order|Refund|Record|Save|Update/;
  assert.equal(await page.getByRole("button", { name: changes }).count(), 0);
  await done();
});
