import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { assertBecomes } from "@souk/testkit";
import { createE2eFixture, type E2eFixture } from "./e2e-fixture.ts";
import { buildLostResponseScript } from "./lost-response-script.ts";
import { createOrderFixture, type OrderFixture } from "./orders.ts";

let fixture: E2eFixture;
let orders: OrderFixture;

before(async () => {
  fixture = await createE2eFixture();
  orders = await createOrderFixture(fixture);
});
after(() => fixture.close());

test("repeating a refund after a lost response creates no second refund", async () => {
  const { id } = await orders.placeOrder({ transactions: [{ kind: "sale", amount: "90.00" }] });
  const { page, closePage } = await orders.openStorePage(`/orders/${id}`);
  const dialog = page.getByRole("dialog");
  const refundOrder = async () => {
    await page.getByRole("button", { name: "Refund order", exact: true }).click();
    await dialog.getByLabel("Amount").fill("20.00");
    await dialog.getByRole("button", { name: /^Refund / }).click();
  };
  await page.evaluate(buildLostResponseScript("/refund.json"));
  await refundOrder();
  await dialog.getByText("Can't reach the server.").waitFor();
  await dialog.getByRole("button", { name: "Close" }).click();
  await page.getByRole("region", { name: "Refunds" }).getByText("Refunded").waitFor();
  await refundOrder();
  await page.getByText(/^Refund created \(your earlier attempt succeeded/).waitFor();
  assert.equal((await orders.loadOrder(id)).refunds.length, 1);
  // The response has arrived, so the same input is now a new refund.
  await refundOrder();
  await page.getByText("Refund created", { exact: true }).waitFor();
  assert.equal((await orders.loadOrder(id)).refunds.length, 2);
  await closePage();
});

test("a refund keeps its amount and payment when it is resent after a lost response", async () => {
  const transactions = ["60.00", "30.00"].map((amount) => ({ kind: "sale", amount }));
  const { id } = await orders.placeOrder({ transactions });
  const { page, closePage } = await orders.openStorePage(`/orders/${id}`);
  const dialog = page.getByRole("dialog");
  await page.getByRole("button", { name: "Refund order", exact: true }).click();
  await page.evaluate(buildLostResponseScript("/refund.json"));
  await dialog.getByRole("button", { name: /^Refund / }).click();
  await dialog.getByText("Can't reach the server.").waitFor();
  await page.getByRole("region", { name: "Refunds", includeHidden: true }).getByText("Refunded").waitFor();
  assert.equal(await dialog.getByLabel("Amount").inputValue(), "30.00");
  assert.equal(await dialog.getByLabel("Payment to refund").count(), 1);
  await dialog.getByRole("button", { name: /^Refund / }).click();
  await page.getByText("Refund created").waitFor();
  assert.equal((await orders.loadOrder(id)).total_refund_amount, "30.00");
  await closePage();
});

test("submitting a shipment again after a lost response does not ship units twice", async () => {
  const line_items = [0, 1].map((index) => ({
    variant_id: orders.store.variants[index]?.id,
    quantity: 3 - index,
    price: "45.00",
  }));
  const { id, fulfillment_orders } = await orders.placeOrder({ line_items });
  assert.equal(fulfillment_orders.length, 1);
  const { page, closePage } = await orders.openStorePage(`/orders/${id}`);
  const dialog = page.getByRole("dialog");
  await page.getByRole("button", { name: "Fulfill items from Main location" }).click();
  const firstQuantity = dialog.getByLabel(/: quantity to ship \(up to 3\)$/);
  await firstQuantity.fill("1");
  await page.evaluate(buildLostResponseScript("/fulfillments.json"));
  await dialog.getByRole("button", { name: "Fulfill items" }).click();
  await dialog.getByText("Can't reach the server.").waitFor();
  await page.getByText(/^Shipment \d+$/).waitFor();
  assert.deepEqual(
    [
      await firstQuantity.inputValue(),
      await dialog.getByLabel(/: quantity to ship \(up to 2\)$/).inputValue(),
    ],
    ["1", "2"],
  );
  await dialog.getByRole("button", { name: "Fulfill items" }).click();
  await page.getByText("Items marked as shipped").waitFor();
  const { line_items: lines, fulfillments } = await orders.loadOrder(id);
  assert.deepEqual(
    [lines.map(({ fulfilled_quantity }) => fulfilled_quantity), fulfillments.length],
    [[1, 2], 1],
  );
  await closePage();
});

test("a shipment can be updated in a reopened dialog after a lost response", async () => {
  const { id } = await orders.placeOrder({ email: "mei@kedai.test" });
  await orders.call("POST", `3.0/orders/${id}/fulfillments.json`, {});
  const { page, closePage } = await orders.openStorePage(`/orders/${id}`);
  const dialog = page.getByRole("dialog");
  const saveChanges = async () => {
    await dialog.getByLabel("Notify mei@kedai.test").check();
    await dialog.getByRole("button", { name: "Save" }).click();
  };
  await page.getByRole("button", { name: /^Update shipment/ }).click();
  await dialog.getByLabel("Status").selectOption("in_transit");
  await page.evaluate(buildLostResponseScript("/fulfillments/"));
  await saveChanges();
  await dialog.getByText("Can't reach the server.").waitFor();
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await page.getByText("In transit", { exact: true }).first().waitFor();
  await page.getByRole("button", { name: /^Update shipment/ }).click();
  assert.equal(await dialog.getByLabel("Status").inputValue(), "in_transit");
  await saveChanges();
  await page.getByText(/^Shipment \d+ updated$/).waitFor();
  await closePage();
});

test("an order's dialog shows an error without waiting for the page's data to be reloaded", async () => {
  const { id } = await orders.placeOrder({ transactions: [{ kind: "sale", amount: "90.00" }] });
  const { page, closePage } = await orders.openStorePage(`/orders/${id}`);
  const dialog = page.getByRole("dialog");
  await page.getByRole("button", { name: "Refund order", exact: true }).click();
  await page.evaluate(`{
    window.readCount = 0;
    window.fetch = (url) => {
      if (String(url).includes("/refund.json")) return Promise.reject(new TypeError("Failed to fetch"));
      window.readCount += 1;
      return new Promise(() => undefined);
    };
  }`);
  await dialog.getByLabel("Amount").fill("90.01");
  await dialog.getByRole("button", { name: /^Refund / }).click();
  await dialog
    .getByRole("alert")
    .getByText(/You can refund up to/)
    .waitFor();
  assert.equal(await page.evaluate("window.readCount"), 0);
  await dialog.getByLabel("Amount").fill("20.00");
  await dialog.getByRole("button", { name: /^Refund / }).click();
  await dialog.getByText("Can't reach the server.").waitFor();
  await closePage();
});

test("marking a payment as paid closes its dialog if the response was lost", async () => {
  const transactions = [{ kind: "sale", amount: "40.00", gateway: { type: "cash_on_delivery" } }];
  const { id } = await orders.placeOrder({ transactions });
  const { page, closePage } = await orders.openStorePage(`/orders/${id}`);
  await page.evaluate(buildLostResponseScript("/transactions/"));
  await page.getByRole("button", { name: "Mark as paid" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("button", { name: "Mark as paid" }).click();
  await dialog.waitFor({ state: "detached" });
  await page.getByText("The request timed out. This page shows the current state.").waitFor();
  assert.equal((await orders.loadOrder(id)).total_paid, "40.00");
  await closePage();
});

test("the dialog to refund an order with two payments preselects the newer payment", async () => {
  const transactions = [
    { kind: "sale", amount: "60.00", reference: "Till 1" },
    { kind: "sale", amount: "30.00" },
  ];
  const { id } = await orders.placeOrder({ transactions });
  const { page, closePage } = await orders.openStorePage(`/orders/${id}`);
  const dialog = page.getByRole("dialog");
  await page.getByRole("button", { name: "Refund order", exact: true }).click();
  const amount = dialog.getByLabel("Amount");
  assert.equal(await amount.inputValue(), "30.00");
  await dialog.getByLabel("Payment to refund").selectOption({ index: 1 });
  await assertBecomes(() => amount.inputValue(), "60.00");
  await amount.fill("60.01");
  await dialog.getByRole("button", { name: /^Refund / }).click();
  await dialog
    .getByRole("alert")
    .getByText(/You can refund up to USD\s60\.00\./)
    .waitFor();
  await amount.fill("45.00");
  await dialog.getByLabel("Payment to refund").selectOption({ index: 0 });
  assert.equal(await amount.inputValue(), "45.00");
  await amount.fill("30.00");
  await dialog.getByRole("button", { name: /^Refund / }).click();
  await page.getByText("Refund created").waitFor();
  const refundedOrder = await orders.loadOrder(id);
  assert.deepEqual(
    refundedOrder.refunds.map((refund) => refund.amount),
    ["30.00"],
  );
  assert.equal(refundedOrder.transactions.find(({ kind }) => kind === "refund")?.amount, "30.00");
  await closePage();
});

test("an order can be canceled only after its shipments are canceled, and authorized payments are then voided", async () => {
  const transactions = [{ kind: "authorization", amount: "90.00", status: "pending" }];
  const { id, order_number } = await orders.placeOrder({ transactions });
  await orders.call("POST", `3.0/orders/${id}/fulfillments.json`, {});
  const { page, closePage } = await orders.openStorePage(`/orders/${id}`);
  const dialog = page.getByRole("dialog");
  const [shipment] = (await orders.loadOrder(id)).fulfillments;
  await page.getByRole("button", { name: "Cancel order" }).click();
  await dialog.getByText(`Cancel these shipments first: Shipment ${shipment?.id}.`).waitFor();
  await dialog.getByRole("button", { name: "Keep order" }).click();
  await page.getByRole("button", { name: `Cancel shipment ${shipment?.id}` }).click();
  await dialog.getByRole("button", { name: "Cancel shipment" }).click();
  await page.getByText(`Shipment ${shipment?.id} canceled`).waitFor();
  await page.getByRole("button", { name: "Mark as authorized" }).click();
  await dialog.getByRole("button", { name: "Mark as authorized" }).click();
  await page.getByText(/USD\s90\.00 marked as authorized/).waitFor();
  await page.getByRole("button", { name: "Cancel order" }).click();
  await dialog.getByText("Authorized payments are voided").waitFor();
  await dialog.getByRole("button", { name: "Cancel order" }).click();
  await page.getByText(`Order ${order_number} canceled`).waitFor();
  assert.equal((await orders.loadOrder(id)).financial_status, "voided");
  await closePage();
});

test("a shipping email that is turned off while the dialog is open is reported as not sent", async () => {
  const template = { notification_template: { is_enabled: false } };
  const openedOrder = await orders.placeOrder({ email: "mei@kedai.test" });
  const laterOrder = await orders.placeOrder({ email: "mei@kedai.test" });
  const { page, closePage } = await orders.openStorePage(`/orders/${openedOrder.id}`);
  const dialog = page.getByRole("dialog");
  await page.getByRole("button", { name: "Fulfill items from Main location" }).click();
  await dialog.getByLabel("Notify mei@kedai.test").waitFor();
  await orders.call("PUT", "console/notification_templates/shipping_confirmation.json", template);
  await dialog.getByRole("button", { name: "Fulfill items" }).click();
  await page
    .getByText("The customer wasn't notified: the store has turned this email off.", { exact: true })
    .waitFor();
  await page.goto(`${orders.store.host_url}/orders/${laterOrder.id}`);
  await page.getByRole("button", { name: "Fulfill items from Main location" }).click();
  await dialog.getByText('"Shipping confirmation" emails are turned off').waitFor();
  assert.equal(await dialog.getByLabel(/^Notify/).count(), 0);
  await dialog.getByRole("button", { name: "Fulfill items" }).click();
  await page.getByText("Items marked as shipped").waitFor();
  await closePage();
});

test("Escape or a click outside a dialog does not discard entered text", async () => {
  const { id } = await orders.placeOrder();
  const { page, closePage } = await orders.openStorePage(`/orders/${id}`);
  const dialog = page.getByRole("dialog");
  await page.getByRole("button", { name: "Record payment" }).click();
  await dialog.getByLabel("Reference").fill("Till 4");
  await page.keyboard.press("Escape");
  await page.mouse.click(5, 400);
  assert.equal(await dialog.getByLabel("Reference").inputValue(), "Till 4");
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await dialog.waitFor({ state: "detached" });
  await page.getByRole("button", { name: "Record payment" }).click();
  await dialog.getByLabel("Reference").waitFor();
  await page.keyboard.press("Escape");
  await dialog.waitFor({ state: "detached" });
  await closePage();
});
