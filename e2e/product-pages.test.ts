import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { becomes, eventually } from "@souk/testkit";
import { type Catalog, findCell, openCatalog, save } from "./catalog.ts";
import { createE2eFixture, type E2eFixture } from "./e2e-fixture.ts";

let fixture: E2eFixture;
let catalog: Catalog;

before(async () => {
  fixture = await createE2eFixture();
  catalog = await openCatalog(fixture);
});
after(() => fixture.close());

const pixel = (name: string, base64: string) => ({
  name,
  mimeType: "image/png",
  buffer: Buffer.from(base64, "base64"),
});

/** Red and blue image. */
const imageFiles = [
  pixel(
    "red.png",
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==",
  ),
  pixel(
    "blue.png",
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==",
  ),
];

test("a product is created with options, their variants, and two images", async () => {
  const { page, done } = await catalog.opened("/products");
  await page.getByRole("link", { name: "New product" }).click();
  await page.getByRole("heading", { level: 1, name: "New product" }).waitFor();
  await page.getByRole("textbox", { name: "Title", exact: true }).fill("Batik Shirt");
  await page.getByLabel("Images to add").setInputFiles(imageFiles);
  await page.getByRole("textbox", { name: "Price", exact: true }).fill("79");
  await page.getByRole("button", { name: "Add option" }).click();
  await page.getByLabel("Option name", { exact: true }).fill("Size");
  await page.getByRole("combobox", { name: "Values", exact: true }).fill("S");
  await page.keyboard.press("Enter");
  await page.keyboard.type("M");
  await page.keyboard.press("Enter");
  await page.getByText("Creates 2 variants.").waitFor();
  await becomes(() => findCell(page, "Price", "M").inputValue(), "79");
  await findCell(page, "Price", "M").fill("84.50");
  await findCell(page, "SKU", "M").fill("BAT-M");
  await findCell(page, "Stock", "S").fill("6");
  await page.getByRole("button", { name: "Save product" }).click();
  await page.getByRole("heading", { level: 1, name: "Batik Shirt" }).waitFor();
  await page.getByRole("img", { name: "Image 2" }).waitFor();
  const made = await catalog.productCalled("Batik Shirt");
  assert.deepEqual(
    made?.variants.map(({ name, price, sku, inventory_quantity }) => [name, price, sku, inventory_quantity]),
    [
      ["S", "79.00", "", 6],
      ["M", "84.50", "BAT-M", 0],
    ],
  );
  assert.equal(made?.images.length, 2);
  await done();
});

test("a new product without title and price is not sent; the form names both fields", async () => {
  const { page, done } = await catalog.opened("/products/new");
  await page.getByLabel("Vendor").fill("Kedai");
  await page.getByRole("button", { name: "Save product" }).click();
  await page.getByText("Price is required").waitFor();
  await becomes(
    () => page.getByRole("textbox", { name: "Title", exact: true }).getAttribute("aria-invalid"),
    "true",
  );
  await page.getByRole("link", { name: "Products", exact: true }).first().click();
  const dialog = page.getByRole("dialog", { name: "Leave without saving?" });
  await dialog.getByRole("button", { name: "Keep editing" }).click();
  assert.equal(await page.getByLabel("Vendor").inputValue(), "Kedai");
  await page.getByRole("button", { name: "Discard" }).click();
  await becomes(() => page.getByLabel("Vendor").inputValue(), "");
  await done();
});

test("variants are edited by keyboard in the sheet, and errors appear at their cells", async () => {
  const product = await catalog.seeded(2);
  const { page, done } = await catalog.opened(`/products/${product.id}`);
  await findCell(page, "Price", "S").fill("21.00");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.type("not an amount");
  await save(page);
  await page.getByText("Use an amount such as 12.50").waitFor();
  await becomes(() => findCell(page, "Price", "M").getAttribute("aria-invalid"), "true");
  await findCell(page, "Price", "M").fill("22.25");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Tab");
  await page.keyboard.type("SKU-M");
  await page.keyboard.press("Enter");
  await save(page);
  await page.getByText("Product saved").waitFor();
  const after = await catalog.seeded(2);
  assert.deepEqual(
    after.variants.map(({ price }) => price),
    ["21.00", "22.25"],
  );
  assert.equal(after.variants[1]?.sku, "SKU-M");
  await done();
});

test("one value is set for all variants, and an image is selected for one of them", async () => {
  const product = await catalog.seeded(4);
  const { page, done } = await catalog.opened(`/products/${product.id}`);
  await page.getByLabel("Images to add").setInputFiles(imageFiles);
  await page.getByRole("img", { name: "Image 2" }).waitFor();
  await page.getByRole("button", { name: "Bulk edit" }).click();
  await page.getByLabel("Value", { exact: true }).fill("9.90");
  await page.getByRole("button", { name: "Apply to 2 variants" }).click();
  await page.getByRole("combobox", { name: "Image of M" }).selectOption({ index: 2 });
  await save(page);
  await page.getByText("Product saved").waitFor();
  const { variants, images } = await catalog.seeded(4);
  assert.deepEqual(
    variants.map(({ price }) => price),
    ["9.90", "9.90"],
  );
  assert.equal(variants[1]?.image_id, images[1]?.id);
  await done();
});

test("option values create variants, and removing a value first warns of the loss", async () => {
  const product = await catalog.seeded(6);
  const { page, done } = await catalog.opened(`/products/${product.id}`);
  await page.getByRole("button", { name: "Add values to Size" }).click();
  await page.getByRole("combobox", { name: "New values" }).fill("L");
  await page.keyboard.press("Enter");
  await page.getByText("Creates 1 new variant.").waitFor();
  await page.getByRole("dialog").getByRole("button", { name: "Add values", exact: true }).click();
  await findCell(page, "Price", "L").waitFor();
  await page.getByRole("button", { name: "Rename L" }).click();
  await page.getByLabel("New name").fill("XL");
  await page.getByRole("dialog").getByRole("button", { name: "Save" }).click();
  await findCell(page, "Price", "XL").waitFor();
  await page.getByRole("button", { name: "Remove value S", exact: true }).click();
  await page.getByText(/This deletes 1 variant with its price, SKU and \d+ units of stock/).waitFor();
  await page.getByRole("dialog").getByRole("button", { name: "Remove" }).click();
  await page.getByText("S removed").waitFor();
  await findCell(page, "Price", "S").waitFor({ state: "detached" });
  await eventually(async () => page.evaluate<boolean>("document.activeElement !== document.body"));
  const after = await catalog.seeded(6);
  assert.deepEqual(after.variants.map(({ name }) => name).sort(), ["M", "XL"]);
  await done();
});

test("images get alt texts, are reordered with the keyboard, and are deleted", async () => {
  const product = await catalog.seeded(8);
  const { page, done } = await catalog.opened(`/products/${product.id}`);
  await page.getByLabel("Images to add").setInputFiles(imageFiles);
  await page.getByRole("img", { name: "Image 2" }).waitFor();
  const first = (await catalog.seeded(8)).images.toSorted((a, b) => a.position - b.position)[0];
  await page.getByRole("button", { name: "Edit alt text of Image 1" }).click();
  await page.getByLabel("Alt text", { exact: true }).fill("Folded on a table");
  await page.getByRole("dialog").getByRole("button", { name: "Save" }).click();
  await page.getByRole("img", { name: "Folded on a table" }).waitFor();
  await page.getByRole("button", { name: "Move Image 1, Folded on a table" }).focus();
  await page.keyboard.press("Space");
  await page.getByText(/is at position 1 of 2/).waitFor({ state: "attached" });
  await page.keyboard.press("ArrowRight");
  await page.getByText(/is at position 2 of 2/).waitFor({ state: "attached" });
  await page.keyboard.press("Space");
  await page.getByText("Image order saved").waitFor();
  await page.getByRole("img", { name: "Image 1" }).waitFor();
  const moved = (await catalog.seeded(8)).images.find(({ id }) => id === first?.id);
  assert.deepEqual([moved?.position, moved?.title], [2, "Folded on a table"]);
  await page.getByRole("button", { name: "Delete Image 1", exact: true }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
  await page.getByText("Image deleted").waitFor();
  assert.deepEqual(
    (await catalog.seeded(8)).images.map(({ id }) => id),
    [first?.id],
  );
  await done();
});

test("keys pressed faster than the page draws still move an image", async () => {
  const product = await catalog.seeded(9);
  const { page, done } = await catalog.opened(`/products/${product.id}`);
  await page.getByLabel("Images to add").setInputFiles(imageFiles);
  await page.getByRole("img", { name: "Image 2" }).waitFor();
  await page.getByRole("button", { name: "Move Image 1", exact: true }).focus();
  // Sent without waiting for one another.
  await Promise.all(["Space", "ArrowRight", "Space"].map((key) => page.keyboard.press(key)));
  await page.getByText("Image order saved").waitFor();
  const { images } = await catalog.seeded(9);
  const ids = images.toSorted((a, b) => a.position - b.position).map(({ id }) => id);
  assert.deepEqual(
    ids,
    images.map(({ id }) => id).toSorted((a, b) => b - a),
  );
  await done();
});

test("an image is fetched by URL, and an invalid URL is rejected beside its field", async () => {
  const product = await catalog.seeded(12);
  const { page, done } = await catalog.opened(`/products/${product.id}`);
  fixture.app.answer(({ path }) => {
    const headers = { "content-type": "image/png" };
    return path === "/red.png"
      ? { status: 200, headers, body: imageFiles[0]?.buffer ?? "" }
      : { status: 404 };
  });
  const address = page.getByLabel("Add from URL");
  await address.fill(`${fixture.app.url}/none.png`);
  await page.getByRole("button", { name: "Add image" }).click();
  await page.getByText("The image could not be fetched: its server answered 404.").waitFor();
  await becomes(() => address.getAttribute("aria-invalid"), "true");
  await address.fill(`${fixture.app.url}/red.png`);
  await page.keyboard.press("Enter");
  await page.getByRole("img", { name: "Image 1" }).waitFor();
  await becomes(() => address.inputValue(), "");
  assert.equal((await catalog.seeded(12)).images.length, 1);
  await done();
});

test("images are reordered with the mouse; a broken image file can only be dismissed", async () => {
  const product = await catalog.seeded(3);
  const { page, done } = await catalog.opened(`/products/${product.id}`);
  const torn = pixel("torn.png", Buffer.from("no picture").toString("base64"));
  await page.getByLabel("Images to add").setInputFiles([...imageFiles, torn]);
  await page.getByText("The image must be a PNG, JPEG, WebP or GIF image.").waitFor();
  await page.getByRole("button", { name: "Dismiss torn.png" }).click();
  const [first, second] = (await catalog.seeded(3)).images.map(({ id }) => id);
  const getCenter = async (name: string) => {
    const box = await page.getByRole("button", { name, exact: true }).boundingBox();
    assert.ok(box, `${name} is not drawn`);
    return [box.x + box.width / 2, box.y + box.height / 2] as const;
  };
  const card = page.getByRole("img", { name: "Image 1" });
  await card.evaluate((shown) => shown.scrollIntoView({ block: "center" }));
  const [from, to] = [await getCenter("Move Image 1"), await getCenter("Move Image 2")];
  await page.mouse.move(...from);
  await page.mouse.down();
  await page.mouse.move(from[0] + 20, from[1], { steps: 4 });
  await page.mouse.move(...to, { steps: 8 });
  await page.getByText(/is at position 2 of 2/).waitFor({ state: "attached" });
  await page.mouse.up();
  await page.getByText("Image order saved").waitFor();
  const { images } = await catalog.seeded(3);
  const ids = images.toSorted((a, b) => a.position - b.position).map(({ id }) => id);
  assert.deepEqual(ids, [second, first]);
  await done();
});

test("a file that is not an image is rejected beside its name before it is sent", async () => {
  const product = await catalog.seeded(10);
  const { page, done } = await catalog.opened(`/products/${product.id}`);
  const notes = { name: "notes.txt", mimeType: "text/plain", buffer: Buffer.from("no picture") };
  await page.getByLabel("Images to add").setInputFiles([notes]);
  await page.getByText("This file isn't a PNG, JPEG, WebP or GIF image.").waitFor();
  await page.getByRole("button", { name: "Dismiss notes.txt" }).click();
  await page.getByText("notes.txt").waitFor({ state: "detached" });
  await done();
});

test("a metafield is added, changed and deleted; a value of a wrong type is rejected", async () => {
  const product = await catalog.seeded(10);
  const { page, done } = await catalog.opened(`/products/${product.id}`);
  const dialog = page.getByRole("dialog");
  await page.getByRole("button", { name: "Add metafield" }).click();
  await dialog.getByLabel("Key").fill("care");
  await dialog.getByLabel("Type").selectOption("Json");
  await dialog.getByLabel("Value").fill("{");
  await dialog.getByRole("button", { name: "Save" }).click();
  await dialog.getByText(/^Value must be a JSON object/).waitFor();
  await dialog.getByLabel("Value").fill('{"wash": 30}');
  await dialog.getByRole("button", { name: "Save" }).click();
  await page.getByRole("button", { name: "Edit custom.care" }).click();
  await dialog.getByLabel("Type").selectOption("Integer");
  await dialog.getByLabel("Value").fill("40");
  await dialog.getByRole("button", { name: "Save" }).click();
  await dialog.waitFor({ state: "detached" });
  const path = `3.0/products/${product.id}/metafields.json`;
  const { metafields } = await catalog.read<{ metafields: { value: unknown; value_type: string }[] }>(path);
  assert.deepEqual(
    metafields.map(({ value, value_type }) => [value, value_type]),
    [[40, "Integer"]],
  );
  await page.getByRole("button", { name: "Delete custom.care" }).click();
  await dialog.getByRole("button", { name: "Delete" }).click();
  await page.getByText("No metafields yet.").waitFor();
  await done();
});
