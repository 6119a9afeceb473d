import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { Page } from "playwright-core";
import { type OrderShop, openOrders } from "./orders.ts";
import { settled } from "./settled.ts";
import { openStage, type Stage } from "./stage.ts";

let stage: Stage;
let orders: OrderShop;

before(async () => {
  stage = await openStage();
  orders = await openOrders(stage);
});
after(() => stage.close());

/** What runs in the page: the next change has no answer, and what is read waits until it is let through. */
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

/** An order's page with a refund of which no answer came, while the page is read anew. */
async function failedRefund() {
  const { id } = await orders.order({ transactions: [{ kind: "sale", amount: "90.00" }] });
  const { page, done } = await orders.opened(`/orders/${id}`);
  const dialog = page.getByRole("dialog");
  await settled(page);
  await page.evaluate(holdReads);
  await page.getByRole("button", { name: "Refund", exact: true }).click();
  await dialog.getByLabel("Amount").fill("20.00");
  await dialog.getByRole("button", { name: "Refund it" }).click();
  await dialog.getByText("No answer came.").waitFor();
  return { id, page, dialog, done };
}

async function readAnew(page: Page): Promise<void> {
  await page.evaluate("window.letThrough()");
  await settled(page);
}

test("a failure that was read and closed is not told again once the page is read anew", async () => {
  const { page, dialog, done } = await failedRefund();
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await dialog.waitFor({ state: "detached" });
  await readAnew(page);
  assert.equal(await page.getByText("No answer came.").count(), 0);
  await done();
});

test("a failure is not told after the same has worked at the next try", async () => {
  const { id, page, dialog, done } = await failedRefund();
  await dialog.getByRole("button", { name: "Refund it" }).click();
  await page.getByText("The refund is made.", { exact: true }).waitFor();
  await dialog.waitFor({ state: "detached" });
  await readAnew(page);
  assert.equal(await page.getByText("No answer came.").count(), 0);
  assert.equal((await orders.told(id)).refunds.length, 1);
  await done();
});

test("a question about one of several, which stays when its window is closed, is not told of again either", async () => {
  const ids = orders.shop.variants.map(({ product_id }) => product_id);
  const product = ids.find((id, place) => ids.indexOf(id) !== place);
  const { page, done } = await orders.opened(`/products/${product}`);
  const dialog = page.getByRole("dialog");
  await settled(page);
  await page.evaluate(holdReads);
  await page.getByRole("button", { name: "Delete S", exact: true }).click();
  await dialog.getByRole("button", { name: "Delete" }).click();
  await dialog.getByText("No answer came.").waitFor();
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await dialog.waitFor({ state: "detached" });
  await readAnew(page);
  assert.equal(await page.getByText("No answer came.").count(), 0);
  await done();
});
