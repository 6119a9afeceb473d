import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { assertBecomes, eventually } from "@souk/testkit";
import { type CatalogFixture, createCatalogFixture, findCell, saveChanges } from "./catalog.ts";
import { createE2eFixture, type E2eFixture } from "./e2e-fixture.ts";

let fixture: E2eFixture;
let catalog: CatalogFixture;

before(async () => {
  fixture = await createE2eFixture();
  catalog = await createCatalogFixture(fixture);
});
after(() => fixture.close());

const createPngFile = (name: string, base64: string) => ({
  name,
  mimeType: "image/png",
  buffer: Buffer.from(base64, "base64"),
});

/** A red image and a blue image. */
const imageFiles = [
  createPngFile(
    "red.png",
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==",
  ),
  createPngFile(
    "blue.png",
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==",
  ),
];

test("a product can be created with options, variants and images", async () => {
  const { page, closePage } = await catalog.openStorePage("/products");
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
  await assertBecomes(() => findCell(page, "Price", "M").inputValue(), "79");
  await findCell(page, "Price", "M").fill("84.50");
  await findCell(page, "SKU", "M").fill("BAT-M");
  await findCell(page, "Stock", "S").fill("6");
  await page.getByRole("button", { name: "Save product" }).click();
  await page.getByRole("heading", { level: 1, name: "Batik Shirt" }).waitFor();
  await page.getByRole("img", { name: "Image 2" }).waitFor();
  const createdProduct = await catalog.findProductByTitle("Batik Shirt");
  assert.deepEqual(
    createdProduct?.variants.map(({ name, price, sku, inventory_quantity }) => [
      name,
      price,
      sku,
      inventory_quantity,
    ]),
    [
      ["S", "79.00", "", 6],
      ["M", "84.50", "BAT-M", 0],
    ],
  );
  assert.equal(createdProduct?.images.length, 2);
  await closePage();
});

test("the form of a new product reports a missing title and price before it is sent", async () => {
  const { page, closePage } = await catalog.openStorePage("/products/new");
  await page.getByLabel("Vendor").fill("Kedai");
  await page.getByRole("button", { name: "Save product" }).click();
  await page.getByText("Price is required").waitFor();
  const titleField = page.getByRole("textbox", { name: "Title", exact: true });
  await assertBecomes(() => titleField.getAttribute("aria-invalid"), "true");
  await page.getByRole("link", { name: "Products", exact: true }).first().click();
  const dialog = page.getByRole("dialog", { name: "Leave without saving?" });
  await dialog.getByRole("button", { name: "Keep editing" }).click();
  assert.equal(await page.getByLabel("Vendor").inputValue(), "Kedai");
  await page.getByRole("button", { name: "Discard" }).click();
  await assertBecomes(() => page.getByLabel("Vendor").inputValue(), "");
  await closePage();
});

test("variants can be edited by keyboard in a sheet that shows errors at the invalid cells", async () => {
  const product = await catalog.loadSeededProduct(2);
  const { page, closePage } = await catalog.openStorePage(`/products/${product.id}`);
  await findCell(page, "Price", "S").fill("21.00");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.type("not an amount");
  await saveChanges(page);
  await page.getByText("Use an amount such as 12.50").waitFor();
  await assertBecomes(() => findCell(page, "Price", "M").getAttribute("aria-invalid"), "true");
  await findCell(page, "Price", "M").fill("22.25");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Tab");
  await page.keyboard.type("SKU-M");
  await page.keyboard.press("Enter");
  await saveChanges(page);
  await page.getByText("Product saved").waitFor();
  const productAfter = await catalog.loadSeededProduct(2);
  assert.deepEqual(
    productAfter.variants.map(({ price }) => price),
    ["21.00", "22.25"],
  );
  assert.equal(productAfter.variants[1]?.sku, "SKU-M");
  await closePage();
});

test("a merchant can set one price for all variants and an image for one variant", async () => {
  const product = await catalog.loadSeededProduct(4);
  const { page, closePage } = await catalog.openStorePage(`/products/${product.id}`);
  await page.getByLabel("Images to add").setInputFiles(imageFiles);
  await page.getByRole("img", { name: "Image 2" }).waitFor();
  await page.getByRole("button", { name: "Bulk edit" }).click();
  await page.getByLabel("Value", { exact: true }).fill("9.90");
  await page.getByRole("button", { name: "Apply to 2 variants" }).click();
  await page.getByRole("combobox", { name: "Image of M" }).selectOption({ index: 2 });
  await saveChanges(page);
  await page.getByText("Product saved").waitFor();
  const { variants, images } = await catalog.loadSeededProduct(4);
  assert.deepEqual(
    variants.map(({ price }) => price),
    ["9.90", "9.90"],
  );
  assert.equal(variants[1]?.image_id, images[1]?.id);
  await closePage();
});

test("adding an option value creates a variant, and removing a value warns about the variant it deletes", async () => {
  const product = await catalog.loadSeededProduct(6);
  const { page, closePage } = await catalog.openStorePage(`/products/${product.id}`);
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
  const productAfter = await catalog.loadSeededProduct(6);
  assert.deepEqual(productAfter.variants.map(({ name }) => name).sort(), ["M", "XL"]);
  await closePage();
});

test("images can get alt texts, be reordered with the keyboard and be deleted", async () => {
  const product = await catalog.loadSeededProduct(8);
  const { page, closePage } = await catalog.openStorePage(`/products/${product.id}`);
  await page.getByLabel("Images to add").setInputFiles(imageFiles);
  await page.getByRole("img", { name: "Image 2" }).waitFor();
  const firstImage = (await catalog.loadSeededProduct(8)).images.toSorted(
    (a, b) => a.position - b.position,
  )[0];
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
  const movedImage = (await catalog.loadSeededProduct(8)).images.find(({ id }) => id === firstImage?.id);
  assert.deepEqual([movedImage?.position, movedImage?.title], [2, "Folded on a table"]);
  await page.getByRole("button", { name: "Delete Image 1", exact: true }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
  await page.getByText("Image deleted").waitFor();
  assert.deepEqual(
    (await catalog.loadSeededProduct(8)).images.map(({ id }) => id),
    [firstImage?.id],
  );
  await closePage();
});

test("an image can be moved with keys that are pressed without waiting for the page", async () => {
  const product = await catalog.loadSeededProduct(9);
  const { page, closePage } = await catalog.openStorePage(`/products/${product.id}`);
  await page.getByLabel("Images to add").setInputFiles(imageFiles);
  await page.getByRole("img", { name: "Image 2" }).waitFor();
  await page.getByRole("button", { name: "Move Image 1", exact: true }).focus();
  await Promise.all(["Space", "ArrowRight", "Space"].map((key) => page.keyboard.press(key)));
  await page.getByText("Image order saved").waitFor();
  const { images } = await catalog.loadSeededProduct(9);
  const ids = images.toSorted((a, b) => a.position - b.position).map(({ id }) => id);
  // The image that was uploaded first, with the lower id, comes last.
  assert.deepEqual(
    ids,
    images.map(({ id }) => id).toSorted((a, b) => b - a),
  );
  await closePage();
});

test("an image can be added by URL, and a URL that fails shows an error at the field", async () => {
  const product = await catalog.loadSeededProduct(12);
  const { page, closePage } = await catalog.openStorePage(`/products/${product.id}`);
  fixture.appServer.respondWith(({ path }) => {
    const headers = { "content-type": "image/png" };
    return path === "/red.png"
      ? { status: 200, headers, body: imageFiles[0]?.buffer ?? "" }
      : { status: 404 };
  });
  const urlField = page.getByLabel("Add from URL");
  await urlField.fill(`${fixture.appServer.url}/none.png`);
  await page.getByRole("button", { name: "Add image" }).click();
  await page
    .getByText("The image could not be fetched because its server responded with status 404.")
    .waitFor();
  await assertBecomes(() => urlField.getAttribute("aria-invalid"), "true");
  await urlField.fill(`${fixture.appServer.url}/red.png`);
  await page.keyboard.press("Enter");
  await page.getByRole("img", { name: "Image 1" }).waitFor();
  await assertBecomes(() => urlField.inputValue(), "");
  assert.equal((await catalog.loadSeededProduct(12)).images.length, 1);
  await closePage();
});

test("images can be reordered with the mouse, and the error of a broken file can be dismissed", async () => {
  const product = await catalog.loadSeededProduct(3);
  const { page, closePage } = await catalog.openStorePage(`/products/${product.id}`);
  const brokenFile = createPngFile("broken.png", Buffer.from("not an image").toString("base64"));
  await page.getByLabel("Images to add").setInputFiles([...imageFiles, brokenFile]);
  await page.getByText("The image must be a PNG, JPEG, WebP or GIF image.").waitFor();
  await page.getByRole("button", { name: "Dismiss broken.png" }).click();
  const [firstId, secondId] = (await catalog.loadSeededProduct(3)).images.map(({ id }) => id);
  const getCenter = async (name: string) => {
    const box = await page.getByRole("button", { name, exact: true }).boundingBox();
    assert.ok(box, `${name} is not visible`);
    return [box.x + box.width / 2, box.y + box.height / 2] as const;
  };
  const firstImage = page.getByRole("img", { name: "Image 1" });
  await firstImage.evaluate((element) => element.scrollIntoView({ block: "center" }));
  const [startPoint, endPoint] = [await getCenter("Move Image 1"), await getCenter("Move Image 2")];
  await page.mouse.move(...startPoint);
  await page.mouse.down();
  await page.mouse.move(startPoint[0] + 20, startPoint[1], { steps: 4 });
  await page.mouse.move(...endPoint, { steps: 8 });
  await page.getByText(/is at position 2 of 2/).waitFor({ state: "attached" });
  await page.mouse.up();
  await page.getByText("Image order saved").waitFor();
  const { images } = await catalog.loadSeededProduct(3);
  const ids = images.toSorted((a, b) => a.position - b.position).map(({ id }) => id);
  assert.deepEqual(ids, [secondId, firstId]);
  await closePage();
});

test("a file that is not an image is rejected before it is uploaded", async () => {
  const product = await catalog.loadSeededProduct(10);
  const { page, closePage } = await catalog.openStorePage(`/products/${product.id}`);
  const notes = { name: "notes.txt", mimeType: "text/plain", buffer: Buffer.from("not an image") };
  await page.getByLabel("Images to add").setInputFiles([notes]);
  await page.getByText("This file isn't a PNG, JPEG, WebP or GIF image.").waitFor();
  await page.getByRole("button", { name: "Dismiss notes.txt" }).click();
  await page.getByText("notes.txt").waitFor({ state: "detached" });
  await closePage();
});

test("a metafield with a valid value can be added, changed and deleted", async () => {
  const product = await catalog.loadSeededProduct(10);
  const { page, closePage } = await catalog.openStorePage(`/products/${product.id}`);
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
  type MetafieldList = { metafields: { value: unknown; value_type: string }[] };
  const { metafields } = await catalog.readApi<MetafieldList>(`3.0/products/${product.id}/metafields.json`);
  assert.deepEqual(
    metafields.map(({ value, value_type }) => [value, value_type]),
    [[40, "Integer"]],
  );
  await page.getByRole("button", { name: "Delete custom.care" }).click();
  await dialog.getByRole("button", { name: "Delete" }).click();
  await page.getByText("No metafields yet.").waitFor();
  await closePage();
});
