import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { Page } from "playwright-core";
import { createE2eFixture, type E2eFixture } from "./e2e-fixture.ts";
import { type OrderFixture, openOrders } from "./orders.ts";
import { settled } from "./settled.ts";

let fixture: E2eFixture;
let orders: OrderFixture;

before(async () => {
  fixture = await createE2eFixture();
  orders = await openOrders(fixture);
});
after(() => fixture.close());

/** Script for the page: the next change gets no response, and reads wait until they are released. */
const holdReads = `{
  const real = window.fetch;
  let isLost = false;
  const waiting = Promise.withResolvers();
  window.letThrough = waiting.resolve;
  window.fetch = async (url, init) => {
    const isChange = init.method !== "GET";
    if (isChange && isLost) return real(url, init);
    if (isChange) {
      isLost = true;
      throw new TypeError("Failed to fetch");
    }
    await waiting.promise;
    return real(url, init);
  };
}`;

/** Open an order's page with a refund that got no response, while the page is reloaded. */
async function failedRefund() {
  const { id } = await orders.order({ transactions: [{ kind: "sale", amount: "90.00" }] });
  const { page, done } = await orders.opened(`/orders/${id}`);
  const dialog = page.getByRole("dialog");
  await settled(page);
  await page.evaluate(holdReads);
  await page.getByRole("button", { name: "Refund order", exact: true }).click();
  await dialog.getByLabel("Amount").fill("20.00");
  await dialog.getByRole("button", { name: /^Refund / }).click();
  await dialog.getByText("Can't reach the server.").waitFor();
  return { id, page, dialog, done };
}

async function reloadData(page: Page): Promise<void> {
  await page.evaluate("window.letThrough()");
  await settled(page);
}

test("a failure that was read and closed is not shown again after a reload", async () => {
  const { page, dialog, done } = await failedRefund();
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await dialog.waitFor({ state: "detached" });
  await reloadData(page);
  assert.equal(await page.getByText("Can't reach the server.").count(), 0);
  await done();
});

test("a failure is not shown after the next attempt has succeeded", async () => {
  const { id, page, dialog, done } = await failedRefund();
  await dialog.getByRole("button", { name: /^Refund / }).click();
  await page.getByText("Refund created", { exact: true }).waitFor();
  await dialog.waitFor({ state: "detached" });
  await reloadData(page);
  assert.equal(await page.getByText("Can't reach the server.").count(), 0);
  assert.equal((await orders.load(id)).refunds.length, 1);
  await done();
});

test("a closed question about one of several is not shown again either", async () => {
  const ids = orders.store.variants.map(({ product_id }) => product_id);
  const product = ids.find((id, place) => ids.indexOf(id) !== place);
  const { page, done } = await orders.opened(`/products/${product}`);
  const dialog = page.getByRole("dialog");
  await settled(page);
  await page.evaluate(holdReads);
  await page.getByRole("button", { name: "Delete S", exact: true }).click();
  await dialog.getByRole("button", { name: "Delete" }).click();
  await dialog.getByText("Can't reach the server.").waitFor();
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await dialog.waitFor({ state: "detached" });
  await reloadData(page);
  assert.equal(await page.getByText("Can't reach the server.").count(), 0);
  await done();
});
