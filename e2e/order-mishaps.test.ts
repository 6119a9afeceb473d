import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { type OrderShop, openOrders } from "./orders.ts";
import { openStage, type Stage } from "./stage.ts";

let stage: Stage;
let orders: OrderShop;

before(async () => {
  stage = await openStage();
  orders = await openOrders(stage);
});
after(() => stage.close());

/** What runs in the page: the next answer from such an address is lost on its way. */
const loseAnswer = (part: string) => `{
  const real = window.fetch;
  window.fetch = async (url, init) => {
    const answer = await real(url, init);
    if (!String(url).includes("${part}")) return answer;
    window.fetch = real;
    throw new TypeError("Failed to fetch");
  };
}`;

test("a refund of which no answer came stands on the page, and the same again is not given back twice", async () => {
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
  await page.getByText("The refund is made.").waitFor();
  assert.equal((await orders.told(id)).refunds.length, 1);
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
