import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { becomes } from "@souk/testkit";
import { createE2eFixture, type E2eFixture } from "./e2e-fixture.ts";
import { loseAnswer } from "./lose-answer.ts";
import { type OrderFixture, openOrders } from "./orders.ts";

let fixture: E2eFixture;
let orders: OrderFixture;

before(async () => {
  fixture = await createE2eFixture();
  orders = await openOrders(fixture);
});
after(() => fixture.close());

test("a refund without a response stays on the page, and its repeat is recognized", async () => {
  const { id } = await orders.order({ transactions: [{ kind: "sale", amount: "90.00" }] });
  const { page, done } = await orders.opened(`/orders/${id}`);
  const dialog = page.getByRole("dialog");
  const refund = async () => {
    await page.getByRole("button", { name: "Refund order", exact: true }).click();
    await dialog.getByLabel("Amount").fill("20.00");
    await dialog.getByRole("button", { name: /^Refund / }).click();
  };
  await page.evaluate(loseAnswer("/refund.json"));
  await refund();
  await dialog.getByText("Can't reach the server.").waitFor();
  await dialog.getByRole("button", { name: "Close" }).click();
  await page.getByRole("region", { name: "Refunds" }).getByText("Refunded").waitFor();
  await refund();
  await page.getByText(/^Refund created \(your earlier attempt succeeded/).waitFor();
  assert.equal((await orders.load(id)).refunds.length, 1);
  await refund();
  await page.getByText("Refund created", { exact: true }).waitFor();
  assert.equal((await orders.load(id)).refunds.length, 2);
  await done();
});

test("an unchanged refund without a response stays the same when it is resent", async () => {
  const transactions = ["60.00", "30.00"].map((amount) => ({ kind: "sale", amount }));
  const { id } = await orders.order({ transactions });
  const { page, done } = await orders.opened(`/orders/${id}`);
  const dialog = page.getByRole("dialog");
  await page.getByRole("button", { name: "Refund order", exact: true }).click();
  await page.evaluate(loseAnswer("/refund.json"));
  await dialog.getByRole("button", { name: /^Refund / }).click();
  await dialog.getByText("Can't reach the server.").waitFor();
  await page.getByRole("region", { name: "Refunds", includeHidden: true }).getByText("Refunded").waitFor();
  assert.equal(await dialog.getByLabel("Amount").inputValue(), "30.00");
  assert.equal(await dialog.getByLabel("Payment to refund").count(), 1);
  await dialog.getByRole("button", { name: /^Refund / }).click();
  await page.getByText("Refund created").waitFor();
  assert.equal((await orders.load(id)).total_refund_amount, "30.00");
  await done();
});

test("units whose shipment got no response are not shipped twice", async () => {
  const line_items = [0, 1].map((index) => ({
    variant_id: orders.store.variants[index]?.id,
    quantity: 3 - index,
    price: "45.00",
  }));
  const { id, fulfillment_orders } = await orders.order({ line_items });
  assert.equal(fulfillment_orders.length, 1);
  const { page, done } = await orders.opened(`/orders/${id}`);
  const dialog = page.getByRole("dialog");
  await page.getByRole("button", { name: "Fulfill items from Main location" }).click();
  const first = dialog.getByLabel(/: quantity to ship \(up to 3\)$/);
  await first.fill("1");
  await page.evaluate(loseAnswer("/fulfillments.json"));
  await dialog.getByRole("button", { name: "Fulfill items" }).click();
  await dialog.getByText("Can't reach the server.").waitFor();
  await page.getByText(/^Shipment \d+$/).waitFor();
  assert.deepEqual(
    [await first.inputValue(), await dialog.getByLabel(/: quantity to ship \(up to 2\)$/).inputValue()],
    ["1", "2"],
  );
  await dialog.getByRole("button", { name: "Fulfill items" }).click();
  await page.getByText("Items marked as shipped").waitFor();
  const { line_items: lines, fulfillments } = await orders.load(id);
  assert.deepEqual(
    [lines.map(({ fulfilled_quantity }) => fulfilled_quantity), fulfillments.length],
    [[1, 2], 1],
  );
  await done();
});

test("a shipment changed without a response can be changed in a reopened window", async () => {
  const { id } = await orders.order({ email: "mei@kedai.test" });
  await orders.call("POST", `3.0/orders/${id}/fulfillments.json`, {});
  const { page, done } = await orders.opened(`/orders/${id}`);
  const dialog = page.getByRole("dialog");
  const save = async () => {
    await dialog.getByLabel("Notify mei@kedai.test").check();
    await dialog.getByRole("button", { name: "Save" }).click();
  };
  await page.getByRole("button", { name: /^Update shipment/ }).click();
  await dialog.getByLabel("Status").selectOption("in_transit");
  await page.evaluate(loseAnswer("/fulfillments/"));
  await save();
  await dialog.getByText("Can't reach the server.").waitFor();
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await page.getByText("In transit", { exact: true }).first().waitFor();
  await page.getByRole("button", { name: /^Update shipment/ }).click();
  assert.equal(await dialog.getByLabel("Status").inputValue(), "in_transit");
  await save();
  await page.getByText(/^Shipment \d+ updated$/).waitFor();
  await done();
});

test("an error is shown before anything is reloaded, and the form's own errors reload nothing", async () => {
  const { id } = await orders.order({ transactions: [{ kind: "sale", amount: "90.00" }] });
  const { page, done } = await orders.opened(`/orders/${id}`);
  const dialog = page.getByRole("dialog");
  await page.getByRole("button", { name: "Refund order", exact: true }).click();
  await page.evaluate(`{
    window.reads = 0;
    window.fetch = (url) => {
      if (String(url).includes("/refund.json")) return Promise.reject(new TypeError("Failed to fetch"));
      window.reads += 1;
      return new Promise(() => undefined);
    };
  }`);
  await dialog.getByLabel("Amount").fill("90.01");
  await dialog.getByRole("button", { name: /^Refund / }).click();
  await dialog
    .getByRole("alert")
    .getByText(/You can refund up to/)
    .waitFor();
  assert.equal(await page.evaluate("window.reads"), 0);
  await dialog.getByLabel("Amount").fill("20.00");
  await dialog.getByRole("button", { name: /^Refund / }).click();
  await dialog.getByText("Can't reach the server.").waitFor();
  await done();
});

test("a payment marked as paid without a response is not asked about again", async () => {
  const transactions = [{ kind: "sale", amount: "40.00", gateway: { type: "cash_on_delivery" } }];
  const { id } = await orders.order({ transactions });
  const { page, done } = await orders.opened(`/orders/${id}`);
  await page.evaluate(loseAnswer("/transactions/"));
  await page.getByRole("button", { name: "Mark as paid" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("button", { name: "Mark as paid" }).click();
  await dialog.waitFor({ state: "detached" });
  await page.getByText("The request timed out. This page shows the current state.").waitFor();
  assert.equal((await orders.load(id)).total_paid, "40.00");
  await done();
});

test("an order paid in two parts is refunded by payment, the newest first", async () => {
  const transactions = [
    { kind: "sale", amount: "60.00", reference: "Till 1" },
    { kind: "sale", amount: "30.00" },
  ];
  const { id } = await orders.order({ transactions });
  const { page, done } = await orders.opened(`/orders/${id}`);
  const dialog = page.getByRole("dialog");
  await page.getByRole("button", { name: "Refund order", exact: true }).click();
  const amount = dialog.getByLabel("Amount");
  assert.equal(await amount.inputValue(), "30.00");
  await dialog.getByLabel("Payment to refund").selectOption({ index: 1 });
  await becomes(() => amount.inputValue(), "60.00");
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
  const refunded = await orders.load(id);
  assert.deepEqual(
    refunded.refunds.map((refund) => refund.amount),
    ["30.00"],
  );
  assert.equal(refunded.transactions.find(({ kind }) => kind === "refund")?.amount, "30.00");
  await done();
});

test("blockers of an order cancellation are named; pending payments are voided", async () => {
  const transactions = [{ kind: "authorization", amount: "90.00", status: "pending" }];
  const { id, order_number } = await orders.order({ transactions });
  await orders.call("POST", `3.0/orders/${id}/fulfillments.json`, {});
  const { page, done } = await orders.opened(`/orders/${id}`);
  const dialog = page.getByRole("dialog");
  const [shipment] = (await orders.load(id)).fulfillments;
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
  assert.equal((await orders.load(id)).financial_status, "voided");
  await done();
});

test("an email switched off meanwhile is reported as not sent and not offered later", async () => {
  const template = { notification_template: { is_enabled: false } };
  const [late, { id }] = [
    await orders.order({ email: "mei@kedai.test" }),
    await orders.order({ email: "mei@kedai.test" }),
  ];
  const { page, done } = await orders.opened(`/orders/${late.id}`);
  const dialog = page.getByRole("dialog");
  await page.getByRole("button", { name: "Fulfill items from Main location" }).click();
  await dialog.getByLabel("Notify mei@kedai.test").waitFor();
  await orders.call("PUT", "console/notification_templates/shipping_confirmation.json", template);
  await dialog.getByRole("button", { name: "Fulfill items" }).click();
  await page
    .getByText("The customer wasn't notified: the store has turned this email off.", { exact: true })
    .waitFor();
  await page.goto(`${orders.store.host_url}/orders/${id}`);
  await page.getByRole("button", { name: "Fulfill items from Main location" }).click();
  await dialog.getByText('"Shipping confirmation" emails are turned off').waitFor();
  assert.equal(await dialog.getByLabel(/^Notify/).count(), 0);
  await dialog.getByRole("button", { name: "Fulfill items" }).click();
  await page.getByText("Items marked as shipped").waitFor();
  await done();
});

test("text entered in a window is not lost by Escape or a click beside it", async () => {
  const { id } = await orders.order();
  const { page, done } = await orders.opened(`/orders/${id}`);
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
  await done();
});
