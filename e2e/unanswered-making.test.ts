import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { type CustomerShop, openCustomers } from "./customers.ts";
import { loseAnswer } from "./lose-answer.ts";
import { openStage, type Stage } from "./stage.ts";

let stage: Stage;
let customers: CustomerShop;

before(async () => {
  stage = await openStage();
  customers = await openCustomers(stage);
});
after(() => stage.close());

test("a product of which no answer came is made once, and the second try says so", async () => {
  const { page, done } = await customers.opened("/products/new");
  await page.getByRole("textbox", { name: "Title", exact: true }).fill("Made once");
  await page.getByRole("textbox", { name: "Price", exact: true }).fill("5");
  const create = page.getByRole("button", { name: "Make the product" });
  await page.evaluate(loseAnswer("/products.json"));
  await create.click();
  await page.getByText("No answer came.").waitFor();
  await create.click();
  await page.getByText(/^Made once is made\. That was at the try before/).waitFor();
  await page.getByRole("heading", { level: 1, name: "Made once" }).waitFor();
  const found = await customers.call<{ count: number }>("GET", "3.0/products/count.json?query=Made+once");
  assert.equal(found.count, 1);
  await done();
});
