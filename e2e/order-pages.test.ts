import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { becomes, signUpMember } from "@souk/testkit";
import type { Page } from "playwright-core";
import { createE2eFixture, type E2eFixture } from "./e2e-fixture.ts";
import { keyboard } from "./hands.ts";
import { openPage } from "./open-page.ts";
import { type OrderFixture, openOrders } from "./orders.ts";

let fixture: E2eFixture;
let orders: OrderFixture;

before(async () => {
  fixture = await createE2eFixture();
  orders = await openOrders(fixture);
});
after(() => fixture.close());

const heading = (page: Page, name: string) => page.getByRole("heading", { level: 1, name }).waitFor();

const region = (page: Page, name: string) => page.getByRole("region", { name, exact: true });

test("an order is found in the list, filtered by status, and opened", async () => {
  const mei = await orders.order({
    email: "mei@kedai.test",
    transactions: [{ kind: "sale", amount: "90.00" }],
  });
  const other = await orders.order({ email: "somebody@kedai.test" });
  const { page, done } = await orders.opened("");
  await page.getByRole("link", { name: "Orders", exact: true }).click();
  const otherRow = page.getByRole("link", { name: other.order_number });
  await otherRow.waitFor();
  await page.getByRole("combobox", { name: "Payment status" }).click();
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

test("an order is paid, one of two units is delivered and the other is refunded", async () => {
  // The address is the customer's own; the order has none.
  const customer = { first_name: "Mei", email: "mei@kedai.test" };
  const { id } = await orders.order({ customer, email: "" });
  const { page, done } = await orders.opened(`/orders/${id}`);
  const dialog = page.getByRole("dialog");

  await page.getByRole("button", { name: "Record payment" }).click();
  await dialog.getByLabel("Amount").fill("not much");
  await dialog.getByRole("button", { name: "Record payment" }).click();
  await becomes(() => dialog.getByLabel("Amount").getAttribute("aria-invalid"), "true");
  await dialog.getByLabel("Amount").fill("90.00");
  await dialog.getByLabel("Reference").fill("Till 4");
  // A second press comes before the first is answered, and who would close the window cannot: the money is recorded once.
  const answered = Promise.withResolvers<void>();
  await page.route("**/transactions.json", async (route) => {
    await answered.promise;
    await route.continue();
  });
  await dialog.getByRole("button", { name: "Record payment" }).dblclick();
  await dialog.getByRole("button", { name: "Close" }).waitFor({ state: "detached" });
  await page.keyboard.press("Escape");
  answered.resolve();
  await page.getByText("Payment recorded").waitFor();
  await dialog.waitFor({ state: "hidden" });
  await region(page, "Payments").getByText("Reference Till 4").waitFor();
  const paid = await orders.load(id);
  assert.equal(paid.financial_status, "paid");
  assert.equal(paid.transactions.length, 1);

  await page.getByRole("button", { name: "Fulfill items from Main location" }).click();
  const units = dialog.getByLabel("Seeded product 1: quantity to ship (up to 2)");
  await units.fill("3");
  await dialog.getByRole("button", { name: "Fulfill items" }).click();
  await becomes(() => units.getAttribute("aria-invalid"), "true");
  await units.fill("1");
  assert.ok(await dialog.getByLabel("Notify mei@kedai.test").isChecked());
  await dialog.getByLabel("Courier").fill("Lebuh Express");
  await dialog.getByLabel("Tracking number").fill("LB1");
  await dialog.getByLabel("Tracking URL").fill("https://track.example/LB1");
  await dialog.getByRole("button", { name: "Fulfill items" }).click();
  await page.getByText("Items marked as shipped").waitFor();
  const track = page.getByRole("link", { name: /^Track LB1: Shipment/ });
  await track.waitFor();
  assert.equal(await track.getAttribute("href"), "https://track.example/LB1");
  const [shipment] = (await orders.load(id)).fulfillments;
  assert.equal(shipment?.tracking_number, "LB1");

  await page.getByRole("button", { name: `Update shipment ${shipment.id}` }).click();
  await dialog.getByLabel("Status").selectOption("Delivered");
  await dialog.getByRole("button", { name: "Save" }).click();
  await page.getByText(`Shipment ${shipment.id} updated`).waitFor();
  await page.getByRole("button", { name: `Cancel shipment ${shipment.id}` }).waitFor({ state: "detached" });

  await page.getByRole("button", { name: "Refund order", exact: true }).click();
  await dialog.getByLabel("Amount").fill("91.00");
  await dialog.getByLabel("Seeded product 1: restock (up to 2)").fill("1");
  await dialog.getByRole("button", { name: /^Refund / }).click();
  await dialog.getByText("Check the highlighted fields").waitFor();
  await dialog.getByLabel("Amount").fill("45.00");
  await dialog.getByRole("button", { name: /^Refund / }).click();
  await page.getByText("Refund created").waitFor();
  await region(page, "Refunds").getByText("1 × Seeded product 1, restocked at Main location").waitFor();
  const loaded = await orders.load(id);
  assert.equal(loaded.total_refund_amount, "45.00");
  assert.equal(loaded.financial_status, "partially_refunded");
  assert.equal(loaded.line_items[0]?.fulfilled_quantity, 1);
  assert.equal(loaded.line_items[0].refunded_quantity, 1);

  await region(page, "Refunds").getByRole("button", { name: "Cancel refund" }).click();
  await dialog.getByRole("button", { name: "Cancel refund" }).click();
  await page.getByText("Refund canceled").waitFor();
  assert.equal((await orders.load(id)).refunds[0]?.status, "cancelled");
  await done(/422/);
});

test("a shipment is cancelled, cash on delivery is paid, an authorization captured", async () => {
  const line = { variant_id: orders.store.variants[0]?.id, quantity: 1, price: "45.00" };
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
  const [shipment] = (await orders.load(id)).fulfillments;
  await page.getByRole("button", { name: `Cancel shipment ${shipment?.id}` }).click();
  await dialog.getByRole("button", { name: "Cancel shipment" }).click();
  await page.getByText(`Shipment ${shipment?.id} canceled`).waitFor();
  // Lines that read the same are all there.
  await becomes(() => page.getByText("Seeded product 1: 1 of 1 to ship").count(), 2);
  await region(page, "Payments").getByRole("button", { name: "Mark as paid" }).click();
  await dialog.getByRole("button", { name: "Mark as paid" }).click();
  await page.getByText(/USD\s40\.00 marked as paid/).waitFor();
  await region(page, "Payments").getByRole("button", { name: "Capture" }).click();
  const capture = page.waitForRequest((request) => request.method() === "POST");
  await dialog.getByRole("button", { name: "Capture" }).click();
  // What was shown is what is asked for.
  const [authorization] = (await orders.load(id)).transactions.filter(({ kind }) => kind === "authorization");
  assert.deepEqual((await capture).postDataJSON(), {
    kind: "capture",
    amount: "50.00",
    parent_id: authorization?.id,
  });
  await page.getByText(/USD\s50\.00 captured$/).waitFor();
  const loaded = await orders.load(id);
  assert.equal(loaded.total_paid, "90.00");
  assert.equal(loaded.fulfillment_status, "unfulfilled");
  await done();
});

test("an order is noted, closed, reopened and cancelled with the keyboard alone", async () => {
  const promised = { kind: "sale", amount: "40.00", gateway: { type: "cash_on_delivery" } };
  const { id, order_number } = await orders.order({ transactions: [promised] });
  const { page, done } = await orders.opened(`/orders/${id}`);
  const hands = keyboard(page);
  await hands.fill("Staff note", "Knows the owner.");
  await hands.press("Save");
  await page.getByText("Order saved").waitFor();
  await hands.press("Close order");
  await page.getByText(`Order ${order_number} closed`).waitFor();
  await hands.press("Reopen order");
  await page.getByText(`Order ${order_number} reopened`).waitFor();
  await hands.press("Cancel order");
  await page.getByRole("dialog").waitFor();
  await hands.fill("Reason", "Ordered twice");
  await page.getByRole("dialog").getByRole("button", { name: "Cancel order" }).press("Enter");
  await page.getByText(`Order ${order_number} canceled`).waitFor();
  await page.getByRole("button", { name: "Cancel order" }).waitFor({ state: "detached" });
  // What was promised may still have been paid, or have failed.
  const payments = region(page, "Payments").getByRole("button");
  await becomes(() => payments.allTextContents(), ["Mark as paid", "Mark as failed"]);
  await payments.last().click();
  await page.getByRole("dialog").getByRole("button", { name: "Mark as failed" }).click();
  await page.getByText(/Payment of USD\s40\.00 marked as failed/).waitFor();
  const loaded = await orders.load(id);
  assert.equal(loaded.status, "cancelled");
  assert.equal(loaded.cancel_reason, "Ordered twice");
  assert.equal(loaded.remark, "Knows the owner.");
  await done();
});

test("staff who may only read orders are offered no action that changes one", async () => {
  const { id, order_number } = await orders.order({ transactions: [{ kind: "sale", amount: "90.00" }] });
  const { browser } = await signUpMember(fixture.testing, orders.store, ["read_orders"]);
  const { page, done } = await openPage(fixture, browser, `${orders.store.host_url}/orders/${id}`);
  await heading(page, order_number);
  await region(page, "Shipments").getByText("Unfulfilled").waitFor();
  const changes = /Fulfill|Cancel|Close order|Refund|Record|Save|Update/;
  assert.equal(await page.getByRole("button", { name: changes }).count(), 0);
  await done();
});
