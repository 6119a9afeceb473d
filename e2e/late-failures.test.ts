import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { Page } from "playwright-core";
import { createE2eFixture, type E2eFixture } from "./e2e-fixture.ts";
import { createOrderFixture, type OrderFixture } from "./orders.ts";
import { waitUntilSettled } from "./wait-until-settled.ts";

let fixture: E2eFixture;
let orders: OrderFixture;

before(async () => {
  fixture = await createE2eFixture();
  orders = await createOrderFixture(fixture);
});
after(() => fixture.close());

/** A script that makes the next change fail without a response, and delays all reads until `releaseReads` is called. */
const blockReadsScript = `{
  const realFetch = window.fetch;
  let hasFailed = false;
  const release = Promise.withResolvers();
  window.releaseReads = release.resolve;
  window.fetch = async (url, init) => {
    const isChange = init.method !== "GET";
    if (isChange && hasFailed) return realFetch(url, init);
    if (isChange) {
      hasFailed = true;
      throw new TypeError("Failed to fetch");
    }
    await release.promise;
    return realFetch(url, init);
  };
}`;

/** Submit a refund that gets no response, on an order's page whose further reads are delayed. */
async function submitRefundWithoutResponse() {
  const { id } = await orders.placeOrder({ transactions: [{ kind: "sale", amount: "90.00" }] });
  const { page, closePage } = await orders.openStorePage(`/orders/${id}`);
  const dialog = page.getByRole("dialog");
  await waitUntilSettled(page);
  await page.evaluate(blockReadsScript);
  await page.getByRole("button", { name: "Refund order", exact: true }).click();
  await dialog.getByLabel("Amount").fill("20.00");
  await dialog.getByRole("button", { name: /^Refund / }).click();
  await dialog.getByText("Can't reach the server.").waitFor();
  return { id, page, dialog, closePage };
}

async function releaseReads(page: Page): Promise<void> {
  await page.evaluate("window.releaseReads()");
  await waitUntilSettled(page);
}

test("an error in a closed dialog does not appear again when the page's data is reloaded", async () => {
  const { page, dialog, closePage } = await submitRefundWithoutResponse();
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await dialog.waitFor({ state: "detached" });
  await releaseReads(page);
  assert.equal(await page.getByText("Can't reach the server.").count(), 0);
  await closePage();
});

test("an error in a dialog does not appear again after the next attempt has succeeded", async () => {
  const { id, page, dialog, closePage } = await submitRefundWithoutResponse();
  await dialog.getByRole("button", { name: /^Refund / }).click();
  await page.getByText("Refund created", { exact: true }).waitFor();
  await dialog.waitFor({ state: "detached" });
  await releaseReads(page);
  assert.equal(await page.getByText("Can't reach the server.").count(), 0);
  assert.equal((await orders.loadOrder(id)).refunds.length, 1);
  await closePage();
});

test("an error in a variant's closed dialog does not appear again when the page's data is reloaded", async () => {
  const productIds = orders.store.variants.map(({ product_id }) => product_id);
  // The id of a product appears once for each of its variants.
  const idWithTwoVariants = productIds.find((id, index) => productIds.indexOf(id) !== index);
  const { page, closePage } = await orders.openStorePage(`/products/${idWithTwoVariants}`);
  const dialog = page.getByRole("dialog");
  await waitUntilSettled(page);
  await page.evaluate(blockReadsScript);
  await page.getByRole("button", { name: "Delete S", exact: true }).click();
  await dialog.getByRole("button", { name: "Delete" }).click();
  await dialog.getByText("Can't reach the server.").waitFor();
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await dialog.waitFor({ state: "detached" });
  await releaseReads(page);
  assert.equal(await page.getByText("Can't reach the server.").count(), 0);
  await closePage();
});
