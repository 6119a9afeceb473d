import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { type CustomerShop, openCustomers } from "./customers.ts";
import { openStage, type Stage } from "./stage.ts";

let stage: Stage;
let shop: CustomerShop;

before(async () => {
  stage = await openStage();
  shop = await openCustomers(stage);
});
after(() => stage.close());

interface Currency {
  code: string;
  rate: string;
  rounding: string | null;
  is_default: boolean;
}

async function currencies(): Promise<Currency[]> {
  const answer = await shop.call<{ currencies: Currency[] }>("GET", "3.0/currencies.json");
  return answer.currencies.map(({ code, rate, rounding, is_default }) => ({
    code,
    rate,
    rounding,
    is_default,
  }));
}

test("a currency is added with its rate, changed and deleted; the shop's own stays, with rate 1", async () => {
  const own = { code: "USD", rate: "1", rounding: null, is_default: true };
  const { page, done } = await shop.opened("/settings/currencies");
  await page.getByText("The shop's own").waitFor();
  await page.getByRole("link", { name: "Add a currency" }).click();
  await page.getByRole("combobox", { name: "Currency" }).fill("MYR");
  await page.getByRole("option", { name: "Malaysian Ringgit (MYR)" }).click();
  await page.getByRole("textbox", { name: "Rate" }).fill("4.35");
  await page.getByLabel("Round to").fill("0.001");
  await page.getByRole("button", { name: "Add the currency" }).click();
  await page.getByText("Something needs your attention").waitFor();
  await page.getByLabel("Round to").fill("0.05");
  await page.getByRole("button", { name: "Add the currency" }).click();
  await page.getByText("1 USD = 4.35 MYR").waitFor();
  assert.deepEqual(await currencies(), [
    own,
    { code: "MYR", rate: "4.35", rounding: "0.05", is_default: false },
  ]);

  await page.getByRole("link", { name: /MYR/ }).click();
  await page.getByRole("textbox", { name: "Rate" }).fill("");
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByRole("link", { name: "Rate is needed." }).waitFor();
  await page.getByRole("textbox", { name: "Rate" }).fill("4.4");
  await page.getByLabel("Round to").fill("");
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByText("The currency is saved.").waitFor();
  assert.deepEqual((await currencies())[1], {
    code: "MYR",
    rate: "4.4",
    rounding: null,
    is_default: false,
  });
  await page.getByRole("button", { name: "Delete the currency" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
  await page.getByText("MYR is deleted.").waitFor();
  assert.deepEqual(await currencies(), [own]);

  await page.getByRole("link", { name: /USD/ }).click();
  await page.getByRole("heading", { level: 1, name: "USD" }).waitFor();
  await page.getByRole("link", { name: "Choose another one in the shop's settings" }).waitFor();
  assert.equal(await page.getByRole("button", { name: "Delete the currency" }).count(), 0);
  await page.getByRole("heading", { name: "Rounding", exact: true }).waitFor();
  assert.equal(await page.getByRole("textbox", { name: "Rate" }).count(), 0);
  await done();
});
