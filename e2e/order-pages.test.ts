import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { assertBecomes, signUpMember } from "@souk/testkit";
import type { Page } from "playwright-core";
import { createE2eFixture, type E2eFixture } from "./e2e-fixture.ts";
import { openPage } from "./open-page.ts";
import { createOrderFixture, type OrderFixture } from "./orders.ts";
import { createKeyboardInput } from "./user-input.ts";

let fixture: E2eFixture;
let orders: OrderFixture;

before(async () => {
  fixture = await createE2eFixture();
  orders = await createOrderFixture(fixture);
});
after(() => fixture.close());

const waitForHeading = (page: Page, name: string) => page.getByRole("heading", { level: 1, name }).waitFor();

const findRegion = (page: Page, name: string) => page.getByRole("region", { name, exact: true });

test("an order can be found in the list by status and email, and opened", async () => {
  const meiOrder = await orders.placeOrder({
    email: "mei@kedai.test",
    transactions: [{ kind: "sale", amount: "90.00" }],
  });
  const otherOrder = await orders.placeOrder({ email: "somebody@kedai.test" });
  const { page, closePage } = await orders.openStorePage("");
  await page.getByRole("link", { name: "Orders", exact: true }).click();
  const otherOrderLink = page.getByRole("link", { name: otherOrder.order_number });
  await otherOrderLink.waitFor();
  await page.getByRole("combobox", { name: "Payment status" }).click();
  await page.getByRole("option", { name: "Paid", exact: true }).click();
  await otherOrderLink.waitFor({ state: "detached" });
  await page.waitForURL((url) => url.searchParams.get("financial") === "paid");
  await page.goBack();
  await otherOrderLink.waitFor();
  await page.getByLabel("Search orders").fill("mei@kedai.test");
  await otherOrderLink.waitFor({ state: "detached" });
  await page.getByRole("link", { name: meiOrder.order_number }).click();
  await waitForHeading(page, meiOrder.order_number);
  await findRegion(page, "Customer").getByText("mei@kedai.test").waitFor();
  await closePage();
});

test("an order can be paid, partially shipped and partially refunded", async () => {
  // The customer has an email address, but the order has none.
  const customer = { first_name: "Mei", email: "mei@kedai.test" };
  const { id } = await orders.placeOrder({ customer, email: "" });
  const { page, closePage } = await orders.openStorePage(`/orders/${id}`);
  const dialog = page.getByRole("dialog");

  await page.getByRole("button", { name: "Record payment" }).click();
  await dialog.getByLabel("Amount").fill("not much");
  await dialog.getByRole("button", { name: "Record payment" }).click();
  await assertBecomes(() => dialog.getByLabel("Amount").getAttribute("aria-invalid"), "true");
  await dialog.getByLabel("Amount").fill("90.00");
  await dialog.getByLabel("Reference").fill("Till 4");
  // A second click comes before the response, and Escape does not close the dialog. The payment is recorded once.
  const continueSignal = Promise.withResolvers<void>();
  await page.route("**/transactions.json", async (route) => {
    await continueSignal.promise;
    await route.continue();
  });
  await dialog.getByRole("button", { name: "Record payment" }).dblclick();
  await dialog.getByRole("button", { name: "Close" }).waitFor({ state: "detached" });
  await page.keyboard.press("Escape");
  continueSignal.resolve();
  await page.getByText("Payment recorded").waitFor();
  await dialog.waitFor({ state: "hidden" });
  await findRegion(page, "Payments").getByText("Reference Till 4").waitFor();
  const paidOrder = await orders.loadOrder(id);
  assert.equal(paidOrder.financial_status, "paid");
  assert.equal(paidOrder.transactions.length, 1);

  await page.getByRole("button", { name: "Fulfill items from Main location" }).click();
  const quantityField = dialog.getByLabel("Seeded product 1: quantity to ship (up to 2)");
  await quantityField.fill("3");
  await dialog.getByRole("button", { name: "Fulfill items" }).click();
  await assertBecomes(() => quantityField.getAttribute("aria-invalid"), "true");
  await quantityField.fill("1");
  assert.ok(await dialog.getByLabel("Notify mei@kedai.test").isChecked());
  await dialog.getByLabel("Courier").fill("Lebuh Express");
  await dialog.getByLabel("Tracking number").fill("LB1");
  await dialog.getByLabel("Tracking URL").fill("https://track.example/LB1");
  await dialog.getByRole("button", { name: "Fulfill items" }).click();
  await page.getByText("Items marked as shipped").waitFor();
  const trackingLink = page.getByRole("link", { name: /^Track LB1: Shipment/ });
  await trackingLink.waitFor();
  assert.equal(await trackingLink.getAttribute("href"), "https://track.example/LB1");
  const [shipment] = (await orders.loadOrder(id)).fulfillments;
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
  await findRegion(page, "Refunds").getByText("1 × Seeded product 1, restocked at Main location").waitFor();
  const loadedOrder = await orders.loadOrder(id);
  assert.equal(loadedOrder.total_refund_amount, "45.00");
  assert.equal(loadedOrder.financial_status, "partially_refunded");
  assert.equal(loadedOrder.line_items[0]?.fulfilled_quantity, 1);
  assert.equal(loadedOrder.line_items[0].refunded_quantity, 1);

  await findRegion(page, "Refunds").getByRole("button", { name: "Cancel refund" }).click();
  await dialog.getByRole("button", { name: "Cancel refund" }).click();
  await page.getByText("Refund canceled").waitFor();
  assert.equal((await orders.loadOrder(id)).refunds[0]?.status, "cancelled");
  await closePage(/422/);
});

test("a shipment can be canceled, a pending payment marked as paid, and an authorization captured", async () => {
  const line = { variant_id: orders.store.variants[0]?.id, quantity: 1, price: "45.00" };
  const { id } = await orders.placeOrder({
    line_items: [line, line],
    transactions: [
      { kind: "sale", amount: "40.00", gateway: { type: "cash_on_delivery" } },
      { kind: "authorization", amount: "50.00" },
    ],
  });
  await orders.call("POST", `3.0/orders/${id}/fulfillments.json`, {});
  const { page, closePage } = await orders.openStorePage(`/orders/${id}`);
  const dialog = page.getByRole("dialog");
  const [shipment] = (await orders.loadOrder(id)).fulfillments;
  await page.getByRole("button", { name: `Cancel shipment ${shipment?.id}` }).click();
  await dialog.getByRole("button", { name: "Cancel shipment" }).click();
  await page.getByText(`Shipment ${shipment?.id} canceled`).waitFor();
  // Both lines appear, although they have the same text.
  await assertBecomes(() => page.getByText("Seeded product 1: 1 of 1 to ship").count(), 2);
  await findRegion(page, "Payments").getByRole("button", { name: "Mark as paid" }).click();
  await dialog.getByRole("button", { name: "Mark as paid" }).click();
  await page.getByText(/USD\s40\.00 marked as paid/).waitFor();
  await findRegion(page, "Payments").getByRole("button", { name: "Capture" }).click();
  const captureRequest = page.waitForRequest((request) => request.method() === "POST");
  await dialog.getByRole("button", { name: "Capture" }).click();
  // The request has the amount that the dialog showed.
  const [authorization] = (await orders.loadOrder(id)).transactions.filter(
    ({ kind }) => kind === "authorization",
  );
  assert.deepEqual((await captureRequest).postDataJSON(), {
    kind: "capture",
    amount: "50.00",
    parent_id: authorization?.id,
  });
  await page.getByText(/USD\s50\.00 captured$/).waitFor();
  const loadedOrder = await orders.loadOrder(id);
  assert.equal(loadedOrder.total_paid, "90.00");
  assert.equal(loadedOrder.fulfillment_status, "unfulfilled");
  await closePage();
});

test("an order can be edited, closed, reopened and canceled with only the keyboard", async () => {
  const pendingSale = { kind: "sale", amount: "40.00", gateway: { type: "cash_on_delivery" } };
  const { id, order_number } = await orders.placeOrder({ transactions: [pendingSale] });
  const { page, closePage } = await orders.openStorePage(`/orders/${id}`);
  const userInput = createKeyboardInput(page);
  await userInput.fill("Staff note", "Knows the owner.");
  await userInput.activate("Save");
  await page.getByText("Order saved").waitFor();
  await userInput.activate("Close order");
  await page.getByText(`Order ${order_number} closed`).waitFor();
  await userInput.activate("Reopen order");
  await page.getByText(`Order ${order_number} reopened`).waitFor();
  await userInput.activate("Cancel order");
  await page.getByRole("dialog").waitFor();
  await userInput.fill("Reason", "Ordered twice");
  await page.getByRole("dialog").getByRole("button", { name: "Cancel order" }).press("Enter");
  await page.getByText(`Order ${order_number} canceled`).waitFor();
  await page.getByRole("button", { name: "Cancel order" }).waitFor({ state: "detached" });
  // The pending payment of a canceled order may still have been paid or have failed.
  const paymentButtons = findRegion(page, "Payments").getByRole("button");
  await assertBecomes(() => paymentButtons.allTextContents(), ["Mark as paid", "Mark as failed"]);
  await paymentButtons.last().click();
  await page.getByRole("dialog").getByRole("button", { name: "Mark as failed" }).click();
  await page.getByText(/Payment of USD\s40\.00 marked as failed/).waitFor();
  const loadedOrder = await orders.loadOrder(id);
  assert.equal(loadedOrder.status, "cancelled");
  assert.equal(loadedOrder.cancel_reason, "Ordered twice");
  assert.equal(loadedOrder.remark, "Knows the owner.");
  await closePage();
});

test("a member who may only view orders sees no action that changes an order", async () => {
  const { id, order_number } = await orders.placeOrder({ transactions: [{ kind: "sale", amount: "90.00" }] });
  const { browser } = await signUpMember(fixture.testPlatform, orders.store, ["orders.view"]);
  const { page, closePage } = await openPage(fixture, browser, `${orders.store.host_url}/orders/${id}`);
  await waitForHeading(page, order_number);
  await findRegion(page, "Shipments").getByText("Unfulfilled").waitFor();
  const changingActions = /Fulfill|Cancel|Close order|Refund|Record|Save|Update/;
  assert.equal(await page.getByRole("button", { name: changingActions }).count(), 0);
  await closePage();
});
