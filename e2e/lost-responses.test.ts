import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { type CustomerFixture, createCustomerFixture } from "./customers.ts";
import { createE2eFixture, type E2eFixture } from "./e2e-fixture.ts";
import { buildLostResponseScript } from "./lost-response-script.ts";

let fixture: E2eFixture;
let customers: CustomerFixture;

before(async () => {
  fixture = await createE2eFixture();
  customers = await createCustomerFixture(fixture);
});
after(() => fixture.close());

test("retrying the creation of a product after a lost response creates only one product", async () => {
  const { page, closePage } = await customers.openStorePage("/products/new");
  await page.getByRole("textbox", { name: "Title", exact: true }).fill("Created once");
  await page.getByRole("textbox", { name: "Price", exact: true }).fill("5");
  const createButton = page.getByRole("button", { name: "Save product" });
  await page.evaluate(buildLostResponseScript("/products.json"));
  await createButton.click();
  await page.getByText("Can't reach the server.").waitFor();
  await createButton.click();
  await page.getByText(/^Created once created \(your earlier attempt succeeded/).waitFor();
  await page.getByRole("heading", { level: 1, name: "Created once" }).waitFor();
  const countResponse = await customers.call<{ count: number }>(
    "GET",
    "3.0/products/count.json?query=Created+once",
  );
  assert.equal(countResponse.count, 1);
  await closePage();
});

test("adding an address again after a lost response does not add it twice", async () => {
  const id = await customers.createCustomer({ first_name: "Mei" });
  const { page, closePage } = await customers.openStorePage(`/customers/${id}`);
  const dialog = page.getByRole("dialog");
  const addAddress = async () => {
    await page.getByRole("button", { name: "Add address" }).click();
    await dialog.getByLabel("Street address").fill("1 Jalan Satu");
    await dialog.getByRole("button", { name: "Add address" }).click();
  };
  await page.evaluate(buildLostResponseScript("/addresses.json"));
  await addAddress();
  await dialog.getByText("Can't reach the server.").waitFor();
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await dialog.waitFor({ state: "detached" });
  await addAddress();
  await page.getByText(/^Address added \(your earlier attempt succeeded/).waitFor();
  const { customer } = await customers.call<{ customer: { addresses: object[] } }>(
    "GET",
    `3.0/customers/${id}.json`,
  );
  assert.equal(customer.addresses.length, 1);
  await closePage();
});
