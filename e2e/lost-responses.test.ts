import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { type CustomerFixture, openCustomers } from "./customers.ts";
import { createE2eFixture, type E2eFixture } from "./e2e-fixture.ts";
import { loseAnswer } from "./lose-answer.ts";

let fixture: E2eFixture;
let customers: CustomerFixture;

before(async () => {
  fixture = await createE2eFixture();
  customers = await openCustomers(fixture);
});
after(() => fixture.close());

test("a product whose response was lost is created once, and the retry reports it", async () => {
  const { page, done } = await customers.opened("/products/new");
  await page.getByRole("textbox", { name: "Title", exact: true }).fill("Made once");
  await page.getByRole("textbox", { name: "Price", exact: true }).fill("5");
  const create = page.getByRole("button", { name: "Save product" });
  await page.evaluate(loseAnswer("/products.json"));
  await create.click();
  await page.getByText("Can't reach the server.").waitFor();
  await create.click();
  await page.getByText(/^Made once created \(your earlier attempt succeeded/).waitFor();
  await page.getByRole("heading", { level: 1, name: "Made once" }).waitFor();
  const found = await customers.call<{ count: number }>("GET", "3.0/products/count.json?query=Made+once");
  assert.equal(found.count, 1);
  await done();
});

test("an address whose response was lost is added once, even when its dialog is reopened", async () => {
  const id = await customers.customer({ first_name: "Mei" });
  const { page, done } = await customers.opened(`/customers/${id}`);
  const dialog = page.getByRole("dialog");
  const add = async () => {
    await page.getByRole("button", { name: "Add address" }).click();
    await dialog.getByLabel("Street address").fill("1 Jalan Satu");
    await dialog.getByRole("button", { name: "Add address" }).click();
  };
  await page.evaluate(loseAnswer("/addresses.json"));
  await add();
  await dialog.getByText("Can't reach the server.").waitFor();
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await dialog.waitFor({ state: "detached" });
  await add();
  await page.getByText(/^Address added \(your earlier attempt succeeded/).waitFor();
  const { customer } = await customers.call<{ customer: { addresses: object[] } }>(
    "GET",
    `3.0/customers/${id}.json`,
  );
  assert.equal(customer.addresses.length, 1);
  await done();
});
