import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { Page } from "playwright-core";
import { collectConsoleErrors } from "./console-errors.ts";
import { createE2eFixture, type E2eFixture } from "./e2e-fixture.ts";
import { createOrderFixture, type OrderFixture, type OrderRecord } from "./orders.ts";
import { findViolationsInAllModes } from "./page-violations.ts";
import { takeScreenshot } from "./screenshot.ts";
import { waitUntilSettled } from "./wait-until-settled.ts";

let fixture: E2eFixture;
let orders: OrderFixture;
let order: OrderRecord;
let packerPage: Page;
let consoleErrors: string[];

before(async () => {
  fixture = await createE2eFixture();
  orders = await createOrderFixture(fixture);
  order = await orders.placeOrder({ transactions: [{ kind: "sale", amount: "90.00" }] });
});
after(() => fixture.close());

test("the owner invites a packer, who accepts with an account of their own", async () => {
  const { page, closePage } = await orders.openStorePage("/settings/people");
  await page.getByRole("button", { name: "Invite staff" }).click();
  await page.getByLabel("Email").fill("packer@guests.test");
  await page.getByRole("radio", { name: /^Packer/ }).check();
  const rights = page.getByRole("group", { name: "Rights of this role" });
  assert.deepEqual(await rights.getByRole("listitem").allTextContents(), [
    "View orders, payments and shipments",
    "Ship orders and update tracking",
  ]);
  await takeScreenshot(page, "invite-a-packer");
  await page.getByRole("button", { name: "Send invitation" }).click();
  await page.getByText("Invitation for packer@guests.test created").waitFor();
  const link = (await page.getByText(/sign-up\/invitation\?token=/).textContent()) ?? assert.fail("no link");
  await closePage();

  packerPage = await (await fixture.openContext({ viewport: { width: 1280, height: 800 } })).newPage();
  consoleErrors = collectConsoleErrors(packerPage);
  await packerPage.goto(link);
  await packerPage.getByText("Ship orders and update tracking").waitFor();
  await packerPage.getByLabel("Your name").fill("Pia Packer");
  await packerPage.getByLabel("Password").fill("a long enough password");
  await packerPage.getByRole("button", { name: "Create account and accept" }).click();
  await packerPage.getByRole("heading", { level: 1, name: "Home" }).waitFor();
});

test("the packer sees the orders to ship and no other records of the store", async () => {
  const navigationLinks = packerPage.getByRole("navigation", { name: "Main" }).getByRole("link");
  assert.deepEqual(await navigationLinks.allTextContents(), ["Home", "Orders", "Apps", "Settings"]);
  assert.deepEqual(
    await findViolationsInAllModes(packerPage, (mode) => takeScreenshot(packerPage, `packer-home ${mode}`)),
    [],
  );
  await packerPage.getByRole("link", { name: "Orders to ship" }).click();
  await packerPage.getByRole("heading", { level: 1, name: "Orders" }).waitFor();
  await packerPage.getByRole("link", { name: order.order_number }).waitFor();
  assert.equal(await packerPage.getByRole("link", { name: "Export" }).count(), 0);
});

test("the packer sees a shipment's location and ships the order with a tracking number", async () => {
  await packerPage.getByRole("link", { name: order.order_number }).click();
  await packerPage.getByRole("heading", { level: 1, name: order.order_number }).waitFor();
  const shipments = packerPage.getByRole("region", { name: "Shipments" });
  const location = await fixture.testPlatform.database.one<{ name: string }>(
    "select name from locations where store_id = $1 and id = $2",
    [orders.store.id, order.fulfillment_orders[0]?.location_id],
  );
  await shipments.getByText(location.name).first().waitFor();
  await waitUntilSettled(packerPage);
  const forbiddenActions = /Refund|Cancel order|Close order|Record payment|Save/;
  assert.equal(await packerPage.getByRole("button", { name: forbiddenActions }).count(), 0);
  await takeScreenshot(packerPage, "packer-order");
  await shipments
    .getByRole("button", { name: /^Fulfill items/ })
    .first()
    .click();
  const dialog = packerPage.getByRole("dialog");
  await dialog.getByLabel("Tracking number").fill("TRACK-7");
  await dialog.getByRole("button", { name: "Fulfill items" }).click();
  await shipments.getByText("TRACK-7").waitFor();
  await dialog.waitFor({ state: "detached" });
  const shippedOrder = await orders.loadOrder(order.id);
  assert.deepEqual(
    [shippedOrder.fulfillment_status, shippedOrder.fulfillments[0]?.tracking_number],
    ["fulfilled", "TRACK-7"],
  );
});

test("the API rejects a refund by a packer, and the error names the missing right", async () => {
  const { status, error } = (await packerPage.evaluate(
    `(async () => {
      const { session } = JSON.parse(document.querySelector("#panel").textContent);
      const response = await fetch("/${orders.store.handle}/api/3.0/orders/${order.id}/refund.json", {
        method: "POST",
        headers: { "content-type": "application/json", "x-csrf-token": session.csrf_token },
        body: JSON.stringify({ refund: { amount: "10.00" } }),
      });
      return { status: response.status, ...(await response.json()) };
    })()`,
  )) as { status: number; error: { code: string; required_right: string } };
  assert.deepEqual([status, error.code, error.required_right], [403, "right_missing", "orders.refund"]);
  assert.equal((await orders.loadOrder(order.id)).total_refund_amount, "0.00");
});

test("a page outside the packer's role says which right is missing, in wide and narrow windows", async () => {
  await packerPage.goto(`${orders.store.host_url}/products`);
  await packerPage.getByRole("heading", { level: 1, name: "You don't have access to this page" }).waitFor();
  await packerPage.getByText(/products\.view/).waitFor();
  assert.deepEqual(
    await findViolationsInAllModes(packerPage, (mode) => takeScreenshot(packerPage, `missing-right ${mode}`)),
    [],
  );
  await packerPage.getByRole("link", { name: "Go to home" }).click();
  await packerPage.getByRole("heading", { level: 1, name: "Home" }).waitFor();
  // Chromium logs the rejected refund of the previous test.
  assert.deepEqual(
    consoleErrors.filter((message) => !message.includes("403")),
    [],
  );
});
