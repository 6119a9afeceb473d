import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { becomes, eventually } from "@souk/testkit";
import { type Catalogue, cellOf, openCatalogue, save } from "./catalogue.ts";
import { openStage, type Stage } from "./stage.ts";

let stage: Stage;
let catalogue: Catalogue;

before(async () => {
  stage = await openStage();
  catalogue = await openCatalogue(stage);
});
after(() => stage.close());

const pixel = (name: string, base64: string) => ({
  name,
  mimeType: "image/png",
  buffer: Buffer.from(base64, "base64"),
});

/** A red and a blue picture. */
const pictures = [
  pixel(
    "red.png",
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==",
  ),
  pixel(
    "blue.png",
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==",
  ),
];

test("a product is made with options, the variants that come of them, and two pictures", async () => {
  const { page, done } = await catalogue.opened("/products");
  await page.getByRole("link", { name: "New product" }).click();
  await page.getByRole("heading", { level: 1, name: "New product" }).waitFor();
  await page.getByRole("textbox", { name: "Title", exact: true }).fill("Batik Shirt");
  await page.getByLabel("Pictures to add").setInputFiles(pictures);
  await page.getByRole("textbox", { name: "Price", exact: true }).fill("79");
  await page.getByRole("button", { name: "Add an option" }).click();
  await page.getByLabel("Option", { exact: true }).fill("Size");
  await page.getByRole("combobox", { name: "Values", exact: true }).fill("S");
  await page.keyboard.press("Enter");
  await page.keyboard.type("M");
  await page.keyboard.press("Enter");
  await page.getByText("This makes 2 variants.").waitFor();
  await becomes(() => cellOf(page, "Price", "M").inputValue(), "79");
  await cellOf(page, "Price", "M").fill("84.50");
  await cellOf(page, "SKU", "M").fill("BAT-M");
  await cellOf(page, "Stock", "S").fill("6");
  await page.getByRole("button", { name: "Make the product" }).click();
  await page.getByRole("heading", { level: 1, name: "Batik Shirt" }).waitFor();
  await page.getByRole("img", { name: "Picture 2" }).waitFor();
  const made = await catalogue.productCalled("Batik Shirt");
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

test("a new product without title and price is not sent: the form says what is missing and where", async () => {
  const { page, done } = await catalogue.opened("/products/new");
  await page.getByLabel("Vendor").fill("Kedai");
  await page.getByRole("button", { name: "Make the product" }).click();
  await page.getByText("A price is needed").waitFor();
  await becomes(
    () => page.getByRole("textbox", { name: "Title", exact: true }).getAttribute("aria-invalid"),
    "true",
  );
  await page.getByRole("link", { name: "Products", exact: true }).first().click();
  const dialog = page.getByRole("dialog", { name: "Leave without saving?" });
  await dialog.getByRole("button", { name: "Stay here" }).click();
  assert.equal(await page.getByLabel("Vendor").inputValue(), "Kedai");
  await page.getByRole("button", { name: "Take back" }).click();
  await becomes(() => page.getByLabel("Vendor").inputValue(), "");
  await done();
});

test("variants are changed in the sheet with the keyboard, and what is wrong with a cell stands at it", async () => {
  const product = await catalogue.seeded(2);
  const { page, done } = await catalogue.opened(`/products/${product.id}`);
  await cellOf(page, "Price", "S").fill("21.00");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.type("not an amount");
  await save(page);
  await page.getByText("An amount such as 12.50").waitFor();
  await becomes(() => cellOf(page, "Price", "M").getAttribute("aria-invalid"), "true");
  await cellOf(page, "Price", "M").fill("22.25");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Tab");
  await page.keyboard.type("SKU-M");
  await page.keyboard.press("Enter");
  await save(page);
  await page.getByText("The product is saved.").waitFor();
  const after = await catalogue.seeded(2);
  assert.deepEqual(
    after.variants.map(({ price }) => price),
    ["21.00", "22.25"],
  );
  assert.equal(after.variants[1]?.sku, "SKU-M");
  await done();
});

test("one value is set for all variants, and a picture is chosen for one of them", async () => {
  const product = await catalogue.seeded(4);
  const { page, done } = await catalogue.opened(`/products/${product.id}`);
  await page.getByLabel("Pictures to add").setInputFiles(pictures);
  await page.getByRole("img", { name: "Picture 2" }).waitFor();
  await page.getByRole("button", { name: "Set for several" }).click();
  await page.getByLabel("To", { exact: true }).fill("9.90");
  await page.getByRole("button", { name: "Set it in 2 rows" }).click();
  await page.getByRole("combobox", { name: "Picture of M" }).selectOption({ index: 2 });
  await save(page);
  await page.getByText("The product is saved.").waitFor();
  const { variants, images } = await catalogue.seeded(4);
  assert.deepEqual(
    variants.map(({ price }) => price),
    ["9.90", "9.90"],
  );
  assert.equal(variants[1]?.image_id, images[1]?.id);
  await done();
});

test("values of an option make variants, and removing one says first what is lost", async () => {
  const product = await catalogue.seeded(6);
  const { page, done } = await catalogue.opened(`/products/${product.id}`);
  await page.getByRole("button", { name: "Add values to Size" }).click();
  await page.getByRole("combobox", { name: "New values" }).fill("L");
  await page.keyboard.press("Enter");
  await page.getByText("This makes 1 new variant.").waitFor();
  await page.getByRole("dialog").getByRole("button", { name: "Add", exact: true }).click();
  await cellOf(page, "Price", "L").waitFor();
  await page.getByRole("button", { name: "Rename L" }).click();
  await page.getByLabel("New name").fill("XL");
  await page.getByRole("dialog").getByRole("button", { name: "Save" }).click();
  await cellOf(page, "Price", "XL").waitFor();
  await page.getByRole("button", { name: "Remove the value S", exact: true }).click();
  await page.getByText(/1 variant goes with it, with its price, SKU and \d+ units in stock/).waitFor();
  await page.getByRole("dialog").getByRole("button", { name: "Remove" }).click();
  await page.getByText("S is removed.").waitFor();
  await cellOf(page, "Price", "S").waitFor({ state: "detached" });
  await eventually(async () => page.evaluate<boolean>("document.activeElement !== document.body"));
  const after = await catalogue.seeded(6);
  assert.deepEqual(after.variants.map(({ name }) => name).sort(), ["M", "XL"]);
  await done();
});

test("pictures are put into words, put in order with the keyboard, and deleted", async () => {
  const product = await catalogue.seeded(8);
  const { page, done } = await catalogue.opened(`/products/${product.id}`);
  await page.getByLabel("Pictures to add").setInputFiles(pictures);
  await page.getByRole("img", { name: "Picture 2" }).waitFor();
  const first = (await catalogue.seeded(8)).images.toSorted((a, b) => a.position - b.position)[0];
  await page.getByRole("button", { name: "Change the words of Picture 1" }).click();
  await page.getByLabel("In words").fill("Folded on a table");
  await page.getByRole("dialog").getByRole("button", { name: "Save" }).click();
  await page.getByRole("img", { name: "Folded on a table" }).waitFor();
  await page.getByRole("button", { name: "Move Picture 1, Folded on a table" }).focus();
  await page.keyboard.press("Space");
  await page.getByText(/is at place 1 of 2/).waitFor({ state: "attached" });
  await page.keyboard.press("ArrowRight");
  await page.getByText(/is at place 2 of 2/).waitFor({ state: "attached" });
  await page.keyboard.press("Space");
  await page.getByText("The order of the pictures is saved.").waitFor();
  await page.getByRole("img", { name: "Picture 1" }).waitFor();
  const moved = (await catalogue.seeded(8)).images.find(({ id }) => id === first?.id);
  assert.deepEqual([moved?.position, moved?.title], [2, "Folded on a table"]);
  await page.getByRole("button", { name: "Delete Picture 1", exact: true }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
  await page.getByText("The picture is deleted.").waitFor();
  assert.deepEqual(
    (await catalogue.seeded(8)).images.map(({ id }) => id),
    [first?.id],
  );
  await done();
});

test("keys that come faster than the page draws move a picture all the same", async () => {
  const product = await catalogue.seeded(9);
  const { page, done } = await catalogue.opened(`/products/${product.id}`);
  await page.getByLabel("Pictures to add").setInputFiles(pictures);
  await page.getByRole("img", { name: "Picture 2" }).waitFor();
  await page.getByRole("button", { name: "Move Picture 1", exact: true }).focus();
  // Sent without waiting for one another.
  await Promise.all(["Space", "ArrowRight", "Space"].map((key) => page.keyboard.press(key)));
  await page.getByText("The order of the pictures is saved.").waitFor();
  const { images } = await catalogue.seeded(9);
  const ids = images.toSorted((a, b) => a.position - b.position).map(({ id }) => id);
  assert.deepEqual(
    ids,
    images.map(({ id }) => id).toSorted((a, b) => b - a),
  );
  await done();
});

test("a picture is fetched from its address, and an address without one is refused beside its field", async () => {
  const product = await catalogue.seeded(12);
  const { page, done } = await catalogue.opened(`/products/${product.id}`);
  stage.app.answer(({ path }) => {
    const headers = { "content-type": "image/png" };
    return path === "/red.png" ? { status: 200, headers, body: pictures[0]?.buffer ?? "" } : { status: 404 };
  });
  const address = page.getByLabel("Or the address of a picture");
  await address.fill(`${stage.app.url}/none.png`);
  await page.getByRole("button", { name: "Add it" }).click();
  await page.getByText("The picture could not be fetched: its server answered 404 and not 200.").waitFor();
  await becomes(() => address.getAttribute("aria-invalid"), "true");
  await address.fill(`${stage.app.url}/red.png`);
  await page.keyboard.press("Enter");
  await page.getByRole("img", { name: "Picture 1" }).waitFor();
  await becomes(() => address.inputValue(), "");
  assert.equal((await catalogue.seeded(12)).images.length, 1);
  await done();
});

test("pictures are put in order with the mouse, and a file of a picture's name that is none can only be forgotten", async () => {
  const product = await catalogue.seeded(3);
  const { page, done } = await catalogue.opened(`/products/${product.id}`);
  const torn = pixel("torn.png", Buffer.from("no picture").toString("base64"));
  await page.getByLabel("Pictures to add").setInputFiles([...pictures, torn]);
  await page.getByText("The picture is not a PNG, JPEG, WebP or GIF.").waitFor();
  await page.getByRole("button", { name: "Forget torn.png" }).click();
  const [first, second] = (await catalogue.seeded(3)).images.map(({ id }) => id);
  const middleOf = async (name: string) => {
    const box = await page.getByRole("button", { name, exact: true }).boundingBox();
    assert.ok(box, `${name} is not drawn`);
    return [box.x + box.width / 2, box.y + box.height / 2] as const;
  };
  const card = page.getByRole("img", { name: "Picture 1" });
  await card.evaluate((shown) => shown.scrollIntoView({ block: "center" }));
  const [from, to] = [await middleOf("Move Picture 1"), await middleOf("Move Picture 2")];
  await page.mouse.move(...from);
  await page.mouse.down();
  await page.mouse.move(from[0] + 20, from[1], { steps: 4 });
  await page.mouse.move(...to, { steps: 8 });
  await page.getByText(/is at place 2 of 2/).waitFor({ state: "attached" });
  await page.mouse.up();
  await page.getByText("The order of the pictures is saved.").waitFor();
  const { images } = await catalogue.seeded(3);
  const ids = images.toSorted((a, b) => a.position - b.position).map(({ id }) => id);
  assert.deepEqual(ids, [second, first]);
  await done();
});

test("what is no picture is refused beside its name before it is sent", async () => {
  const product = await catalogue.seeded(10);
  const { page, done } = await catalogue.opened(`/products/${product.id}`);
  const notes = { name: "notes.txt", mimeType: "text/plain", buffer: Buffer.from("no picture") };
  await page.getByLabel("Pictures to add").setInputFiles([notes]);
  await page.getByText("This is no PNG, JPEG, WebP or GIF.").waitFor();
  await page.getByRole("button", { name: "Forget notes.txt" }).click();
  await page.getByText("notes.txt").waitFor({ state: "detached" });
  await done();
});

test("a metafield is added, changed and deleted, and a value that does not fit its type is refused", async () => {
  const product = await catalogue.seeded(10);
  const { page, done } = await catalogue.opened(`/products/${product.id}`);
  const dialog = page.getByRole("dialog");
  await page.getByRole("button", { name: "Add a metafield" }).click();
  await dialog.getByLabel("Key").fill("care");
  await dialog.getByLabel("Type").selectOption("Json");
  await dialog.getByLabel("Value").fill("{");
  await dialog.getByRole("button", { name: "Save" }).click();
  await dialog.getByText(/^JSON: an object/).waitFor();
  await dialog.getByLabel("Value").fill('{"wash": 30}');
  await dialog.getByRole("button", { name: "Save" }).click();
  await page.getByRole("button", { name: "Change custom.care" }).click();
  await dialog.getByLabel("Type").selectOption("Integer");
  await dialog.getByLabel("Value").fill("40");
  await dialog.getByRole("button", { name: "Save" }).click();
  await dialog.waitFor({ state: "detached" });
  const path = `3.0/products/${product.id}/metafields.json`;
  const { metafields } = await catalogue.read<{ metafields: { value: unknown; value_type: string }[] }>(path);
  assert.deepEqual(
    metafields.map(({ value, value_type }) => [value, value_type]),
    [[40, "Integer"]],
  );
  await page.getByRole("button", { name: "Delete custom.care" }).click();
  await dialog.getByRole("button", { name: "Delete" }).click();
  await page.getByText("No metafields yet.").waitFor();
  await done();
});
