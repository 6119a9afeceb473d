import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { type CustomerFixture, createCustomerFixture } from "./customers.ts";
import { createE2eFixture, type E2eFixture } from "./e2e-fixture.ts";

let fixture: E2eFixture;
let customers: CustomerFixture;

before(async () => {
  fixture = await createE2eFixture();
  customers = await createCustomerFixture(fixture);
});
after(() => fixture.close());

interface Currency {
  code: string;
  rate: string;
  rounding: string | null;
  is_default: boolean;
}

async function loadCurrencies(): Promise<Currency[]> {
  const { currencies } = await customers.call<{ currencies: Currency[] }>("GET", "3.0/currencies.json");
  return currencies.map(({ code, rate, rounding, is_default }) => ({
    code,
    rate,
    rounding,
    is_default,
  }));
}

test("a currency that is not the store currency can be added, changed and deleted", async () => {
  const storeCurrency = { code: "USD", rate: "1", rounding: null, is_default: true };
  const { page, closePage } = await customers.openStorePage("/settings/currencies");
  await page.getByText("Store currency").waitFor();
  await page.getByRole("link", { name: "Add currency" }).click();
  await page.getByRole("combobox", { name: "Currency" }).fill("MYR");
  await page.getByRole("option", { name: "Malaysian Ringgit (MYR)" }).click();
  await page.getByRole("textbox", { name: "Rate" }).fill("4.35");
  await page.getByLabel("Round to").fill("0.001");
  await page.getByRole("button", { name: "Add currency" }).click();
  await page.getByText("Check the highlighted fields").waitFor();
  await page.getByLabel("Round to").fill("0.05");
  await page.getByRole("button", { name: "Add currency" }).click();
  await page.getByText("1 USD = 4.35 MYR").waitFor();
  assert.deepEqual(await loadCurrencies(), [
    storeCurrency,
    { code: "MYR", rate: "4.35", rounding: "0.05", is_default: false },
  ]);

  await page.getByRole("link", { name: /MYR/ }).click();
  await page.getByRole("textbox", { name: "Rate" }).fill("");
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByRole("link", { name: "Rate is required." }).waitFor();
  await page.getByRole("textbox", { name: "Rate" }).fill("4.4");
  await page.getByLabel("Round to").fill("");
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByText("Currency saved").waitFor();
  assert.deepEqual((await loadCurrencies())[1], {
    code: "MYR",
    rate: "4.4",
    rounding: null,
    is_default: false,
  });
  await page.getByRole("button", { name: "Delete currency" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
  await page.getByText("MYR deleted").waitFor();
  assert.deepEqual(await loadCurrencies(), [storeCurrency]);

  await page.getByRole("link", { name: /USD/ }).click();
  await page.getByRole("heading", { level: 1, name: "USD" }).waitFor();
  await page.getByRole("link", { name: "Change the store currency in settings" }).waitFor();
  assert.equal(await page.getByRole("button", { name: "Delete currency" }).count(), 0);
  await page.getByRole("heading", { name: "Rounding", exact: true }).waitFor();
  assert.equal(await page.getByRole("textbox", { name: "Rate" }).count(), 0);
  await closePage();
});
