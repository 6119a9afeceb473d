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

test("an address of which no answer came is added once, also when its window is opened anew, and that is said", async () => {
  const id = await customers.customer({ first_name: "Mei" });
  const { page, done } = await customers.opened(`/customers/${id}`);
  const dialog = page.getByRole("dialog");
  const add = async () => {
    await page.getByRole("button", { name: "Add an address" }).click();
    await dialog.getByLabel("Street and number").fill("1 Jalan Satu");
    await dialog.getByRole("button", { name: "Add an address" }).click();
  };
  await page.evaluate(loseAnswer("/addresses.json"));
  await add();
  await dialog.getByText("No answer came.").waitFor();
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await dialog.waitFor({ state: "detached" });
  await add();
  await page.getByText(/^The address is added\. That was at the try before/).waitFor();
  const { customer } = await customers.call<{ customer: { addresses: object[] } }>(
    "GET",
    `3.0/customers/${id}.json`,
  );
  assert.equal(customer.addresses.length, 1);
  await done();
});
