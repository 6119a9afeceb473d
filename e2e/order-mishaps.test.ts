import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { becomes } from "@souk/testkit";
import { loseAnswer } from "./lose-answer.ts";
import { type OrderShop, openOrders } from "./orders.ts";
import { openStage, type Stage } from "./stage.ts";

let stage: Stage;
let orders: OrderShop;

before(async () => {
  stage = await openStage();
  orders = await openOrders(stage);
});
after(() => stage.close());

test("a refund of which no answer came stands on the page, the same again is told as made already, and once more is another one", async () => {
  const { id } = await orders.order({ transactions: [{ kind: "sale", amount: "90.00" }] });
  const { page, done } = await orders.opened(`/orders/${id}`);
  const dialog = page.getByRole("dialog");
  const refund = async () => {
    await page.getByRole("button", { name: "Refund", exact: true }).click();
    await dialog.getByLabel("Amount").fill("20.00");
    await dialog.getByRole("button", { name: "Refund it" }).click();
  };
  await page.evaluate(loseAnswer("/refund.json"));
  await refund();
  await dialog.getByText("No answer came.").waitFor();
  await dialog.getByRole("button", { name: "Close" }).click();
  await page.getByRole("region", { name: "Refunds" }).getByText("Given back").waitFor();
  await refund();
  await page.getByText(/^The refund is made\. That was at the try before/).waitFor();
  assert.equal((await orders.told(id)).refunds.length, 1);
  await refund();
  await page.getByText("The refund is made.", { exact: true }).waitFor();
  assert.equal((await orders.told(id)).refunds.length, 2);
  await done();
});

test("an untouched refund of which no answer came is the same refund when it is sent again, whatever the order says by then", async () => {
  const transactions = ["60.00", "30.00"].map((amount) => ({ kind: "sale", amount }));
  const { id } = await orders.order({ transactions });
  const { page, done } = await orders.opened(`/orders/${id}`);
  const dialog = page.getByRole("dialog");
  await page.getByRole("button", { name: "Refund", exact: true }).click();
  await page.evaluate(loseAnswer("/refund.json"));
  await dialog.getByRole("button", { name: "Refund it" }).click();
  await dialog.getByText("No answer came.").waitFor();
  await page.getByRole("region", { name: "Refunds", includeHidden: true }).getByText("Given back").waitFor();
  assert.equal(await dialog.getByLabel("Amount").inputValue(), "30.00");
  assert.equal(await dialog.getByLabel("From which payment").count(), 1);
  await dialog.getByRole("button", { name: "Refund it" }).click();
  await page.getByText("The refund is made.").waitFor();
  assert.equal((await orders.told(id)).total_refund_amount, "30.00");
  await done();
});

test("units of which no answer came are not sent twice, whatever is left of the order by then", async () => {
  const line_items = [0, 1].map((at) => ({
    variant_id: orders.shop.variants[at]?.id,
    quantity: 3 - at,
    price: "45.00",
  }));
  const { id, fulfillment_orders } = await orders.order({ line_items });
  assert.equal(fulfillment_orders.length, 1);
  const { page, done } = await orders.opened(`/orders/${id}`);
  const dialog = page.getByRole("dialog");
  await page.getByRole("button", { name: "Fulfill from Main location" }).click();
  const first = dialog.getByLabel(/^Units of .*, at most 3$/);
  await first.fill("1");
  await page.evaluate(loseAnswer("/fulfillments.json"));
  await dialog.getByRole("button", { name: "Send these units" }).click();
  await dialog.getByText("No answer came.").waitFor();
  await page.getByText(/^Shipment \d+$/).waitFor();
  assert.deepEqual(
    [await first.inputValue(), await dialog.getByLabel(/^Units of .*, at most 2$/).inputValue()],
    ["1", "2"],
  );
  await dialog.getByRole("button", { name: "Send these units" }).click();
  await page.getByText("The units count as sent.").waitFor();
  const { line_items: told, fulfillments } = await orders.told(id);
  assert.deepEqual(
    [told.map(({ fulfilled_quantity }) => fulfilled_quantity), fulfillments.length],
    [[1, 2], 1],
  );
  await done();
});

test("a shipment that was changed though no answer came is changed further when its window is opened anew", async () => {
  const { id } = await orders.order({ email: "mei@kedai.test" });
  await orders.call("POST", `3.0/orders/${id}/fulfillments.json`, {});
  const { page, done } = await orders.opened(`/orders/${id}`);
  const dialog = page.getByRole("dialog");
  const save = async () => {
    await dialog.getByLabel("Tell mei@kedai.test by e-mail").check();
    await dialog.getByRole("button", { name: "Save" }).click();
  };
  await page.getByRole("button", { name: /^Update shipment/ }).click();
  await dialog.getByLabel("State").selectOption("in_transit");
  await page.evaluate(loseAnswer("/fulfillments/"));
  await save();
  await dialog.getByText("No answer came.").waitFor();
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await page.getByText("On its way", { exact: true }).first().waitFor();
  await page.getByRole("button", { name: /^Update shipment/ }).click();
  assert.equal(await dialog.getByLabel("State").inputValue(), "in_transit");
  await save();
  await page.getByText(/^Shipment \d+ is saved\.$/).waitFor();
  await done();
});

test("what went wrong is said before anything is read anew, and what the form finds by itself reads nothing", async () => {
  const { id } = await orders.order({ transactions: [{ kind: "sale", amount: "90.00" }] });
  const { page, done } = await orders.opened(`/orders/${id}`);
  const dialog = page.getByRole("dialog");
  await page.getByRole("button", { name: "Refund", exact: true }).click();
  await page.evaluate(`{
    window.reads = 0;
    window.fetch = (url) => {
      if (String(url).includes("/refund.json")) return Promise.reject(new TypeError("Failed to fetch"));
      window.reads += 1;
      return new Promise(() => undefined);
    };
  }`);
  await dialog.getByLabel("Amount").fill("90.01");
  await dialog.getByRole("button", { name: "Refund it" }).click();
  await dialog
    .getByRole("alert")
    .getByText(/No more than/)
    .waitFor();
  assert.equal(await page.evaluate("window.reads"), 0);
  await dialog.getByLabel("Amount").fill("20.00");
  await dialog.getByRole("button", { name: "Refund it" }).click();
  await dialog.getByText("No answer came.").waitFor();
  await done();
});

test("a payment that was marked as paid though no answer came is not asked about any more, and that is said", async () => {
  const transactions = [{ kind: "sale", amount: "40.00", gateway: { type: "cash_on_delivery" } }];
  const { id } = await orders.order({ transactions });
  const { page, done } = await orders.opened(`/orders/${id}`);
  await page.evaluate(loseAnswer("/transactions/"));
  await page.getByRole("button", { name: "Mark as paid" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("button", { name: "Mark as paid" }).click();
  await dialog.waitFor({ state: "detached" });
  await page.getByText("No answer came. The page shows how it stands by now.").waitFor();
  assert.equal((await orders.told(id)).total_paid, "40.00");
  await done();
});

test("an order that was paid in two parts is refunded payment by payment, beginning with all of the newest", async () => {
  const transactions = [
    { kind: "sale", amount: "60.00", reference: "Till 1" },
    { kind: "sale", amount: "30.00" },
  ];
  const { id } = await orders.order({ transactions });
  const { page, done } = await orders.opened(`/orders/${id}`);
  const dialog = page.getByRole("dialog");
  await page.getByRole("button", { name: "Refund", exact: true }).click();
  const amount = dialog.getByLabel("Amount");
  assert.equal(await amount.inputValue(), "30.00");
  await dialog.getByLabel("From which payment").selectOption({ index: 1 });
  await becomes(() => amount.inputValue(), "60.00");
  await amount.fill("60.01");
  await dialog.getByRole("button", { name: "Refund it" }).click();
  await dialog
    .getByRole("alert")
    .getByText(/No more than USD\s60\.00 can go back\./)
    .waitFor();
  await amount.fill("45.00");
  await dialog.getByLabel("From which payment").selectOption({ index: 0 });
  assert.equal(await amount.inputValue(), "45.00");
  await amount.fill("30.00");
  await dialog.getByRole("button", { name: "Refund it" }).click();
  await page.getByText("The refund is made.").waitFor();
  const { refunds, transactions: told } = await orders.told(id);
  assert.deepEqual(
    refunds.map((refund) => refund.amount),
    ["30.00"],
  );
  assert.equal(told.find(({ kind }) => kind === "refund")?.amount, "30.00");
  await done();
});

test("what stands in the way of cancelling an order is said, and what waits ends in the words of its kind", async () => {
  const transactions = [{ kind: "authorization", amount: "90.00", status: "pending" }];
  const { id, order_number } = await orders.order({ transactions });
  await orders.call("POST", `3.0/orders/${id}/fulfillments.json`, {});
  const { page, done } = await orders.opened(`/orders/${id}`);
  const dialog = page.getByRole("dialog");
  const [shipment] = (await orders.told(id)).fulfillments;
  await page.getByRole("button", { name: "Cancel the order" }).click();
  await dialog.getByText(`First these shipments are cancelled: Shipment ${shipment?.id}.`).waitFor();
  await dialog.getByRole("button", { name: "Keep the order" }).click();
  await page.getByRole("button", { name: `Cancel shipment ${shipment?.id}` }).click();
  await dialog.getByRole("button", { name: "Cancel the shipment" }).click();
  await page.getByText(`Shipment ${shipment?.id} is cancelled.`).waitFor();
  await page.getByRole("button", { name: "Mark as authorized" }).click();
  await dialog.getByRole("button", { name: "Mark as authorized" }).click();
  await page.getByText(/USD\s90\.00 counts as authorized\./).waitFor();
  await page.getByRole("button", { name: "Cancel the order" }).click();
  await dialog.getByText("What is authorized is voided").waitFor();
  await dialog.getByRole("button", { name: "Cancel the order" }).click();
  await page.getByText(`${order_number} is cancelled.`).waitFor();
  assert.equal((await orders.told(id)).financial_status, "voided");
  await done();
});

test("who asks for a mail that is switched off meanwhile is told that it is not sent, and later nobody is offered it", async () => {
  const template = { notification_template: { is_enabled: false } };
  const [late, { id }] = [
    await orders.order({ email: "mei@kedai.test" }),
    await orders.order({ email: "mei@kedai.test" }),
  ];
  const { page, done } = await orders.opened(`/orders/${late.id}`);
  const dialog = page.getByRole("dialog");
  await page.getByRole("button", { name: "Fulfill from Main location" }).click();
  await dialog.getByLabel("Tell mei@kedai.test by e-mail").waitFor();
  await orders.call("PUT", "console/notification_templates/shipping_confirmation.json", template);
  await dialog.getByRole("button", { name: "Send these units" }).click();
  await page
    .getByText("The customer is not told by e-mail: the shop has switched this mail off.", { exact: true })
    .waitFor();
  await page.goto(`${orders.shop.host_url}/orders/${id}`);
  await page.getByRole("button", { name: "Fulfill from Main location" }).click();
  await dialog.getByText('the mail "Shipping confirmation" is switched off').waitFor();
  assert.equal(await dialog.getByLabel(/^Tell/).count(), 0);
  await dialog.getByRole("button", { name: "Send these units" }).click();
  await page.getByText("The units count as sent.").waitFor();
  await done();
});

test("what was written in a window is not lost by Escape or a click beside it", async () => {
  const { id } = await orders.order();
  const { page, done } = await orders.opened(`/orders/${id}`);
  const dialog = page.getByRole("dialog");
  await page.getByRole("button", { name: "Record a payment" }).click();
  await dialog.getByLabel("Reference").fill("Till 4");
  await page.keyboard.press("Escape");
  await page.mouse.click(5, 400);
  assert.equal(await dialog.getByLabel("Reference").inputValue(), "Till 4");
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await dialog.waitFor({ state: "detached" });
  await page.getByRole("button", { name: "Record a payment" }).click();
  await dialog.getByLabel("Reference").waitFor();
  await page.keyboard.press("Escape");
  await dialog.waitFor({ state: "detached" });
  await done();
});
