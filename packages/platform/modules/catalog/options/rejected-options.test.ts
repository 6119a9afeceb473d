import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { startTestPlatform, type TestPlatform } from "@souk/testkit";
import { type CatalogFixture, createCatalogFixture } from "../../../http/testing/catalog-fixture.ts";
import type { WholeProduct } from "../testing/whole-product.ts";

let testPlatform: TestPlatform;
let fixture: CatalogFixture;

before(async () => {
  testPlatform = await startTestPlatform({ role: "api" });
  fixture = await createCatalogFixture(testPlatform);
});
after(() => testPlatform.stop());

const loadProduct = async (id: number) =>
  (await fixture.expectSuccess<{ product: WholeProduct }>("GET", `/3.0/products/${id}.json`)).product;

async function createCup(): Promise<WholeProduct> {
  const variant_options = [
    { name: "Glaze", options: ["Blue", "White"] },
    { name: "Size", options: ["S", "L"] },
  ];
  const json = { title: "Cup", variant_options };
  return (await fixture.expectSuccess<{ product: WholeProduct }>("POST", "/3.0/products.json", json)).product;
}

const changeOptions = (method: string, id: number, json: object) =>
  fixture.expectSuccess<object>(method, `/3.0/products/${id}/options.json`, json);

const expectOptionError = (method: string, id: number, json: object, subpath = "") =>
  fixture.expectError(method, `/3.0/products/${id}/options${subpath}.json`, json);

test("an invalid change of a product's options is rejected with the field's name and changes nothing", async () => {
  const { id } = await createCup();
  const productBefore = await loadProduct(id);
  const createValues = (count: number) => Array.from({ length: count }, (_, index) => `V${index}`);
  const invalidCases: [string, object, RegExp, string?][] = [
    ["POST", {}, /^option_type required$/],
    ["POST", { option_type: "Size", option_values: [] }, /^option_values too_few$/],
    ["POST", { option_type: " ", option_values: ["x"] }, /^option_type required$/],
    ["POST", { option_type: "Size", option_values: ["x", " "] }, /^option_values.1 required$/],
    ["POST", { option_type: "Size", option_values: ["x", "x "] }, /^option_values.1 not_unique$/],
    // 2 glazes × 126 sizes = 252 variants; the maximum is 250.
    ["POST", { option_type: "Size", option_values: createValues(124) }, /^option_values too_many$/],
    ["POST", { option_type: "Size", option_values: "XL" }, /^option_values invalid_type$/],
    ["PUT", {}, /^variant_options required$/],
    [
      "PUT",
      {
        variant_options: [
          { name: "A", options: ["x"] },
          { name: "A ", options: ["x"] },
        ],
      },
      /^variant_options.1.name not_unique$/,
    ],
    [
      "PUT",
      { variant_options: [{ name: "A", options: ["x", "x"] }] },
      /^variant_options.0.options.1 not_unique$/,
    ],
    [
      "PUT",
      { variant_options: ["A", "B", "C", "D"].map((name) => ({ name, options: ["x"] })) },
      /^variant_options too_many$/,
    ],
    // 16 × 16 = 256 variants.
    [
      "PUT",
      { variant_options: ["A", "B"].map((name) => ({ name, options: createValues(16) })) },
      /^variant_options too_many$/,
    ],
    ["DELETE", { option_type: "Color" }, /^option_type not_found$/],
    ["DELETE", { option_type: "Size", option_value: "XL" }, /^option_value not_allowed$/],
    [
      "PUT",
      { old_option_type: "Size", new_option_type: "Glaze" },
      /^new_option_type not_unique$/,
      "/option_type",
    ],
    [
      "PUT",
      { old_option_type: "Color", new_option_type: "X" },
      /^old_option_type not_found$/,
      "/option_type",
    ],
    [
      "PUT",
      { option_type: "Size", old_option_value: "S", new_option_value: "L" },
      /^new_option_value not_unique$/,
      "/option_value",
    ],
    [
      "PUT",
      { option_type: "Size", old_option_value: "Q", new_option_value: "L" },
      /^old_option_value not_allowed$/,
      "/option_value",
    ],
  ];
  for (const [method, body, expectedFieldError, subpath] of invalidCases) {
    const [code, fieldError = ""] = await expectOptionError(method, id, body, subpath);
    assert.equal(code, "invalid", JSON.stringify(body));
    assert.match(fieldError, expectedFieldError, JSON.stringify(body));
  }
  await changeOptions("POST", id, { option_type: "Lid", option_values: ["Cork"] });
  assert.match(
    (await expectOptionError("POST", id, { option_type: "Base", option_values: ["x"] }))[1] ?? "",
    /^option_type too_many$/,
  );
  assert.match(
    (await expectOptionError("DELETE", id, { option_type: "Lid", option_value: "Cork" }))[1] ?? "",
    /^option_value not_allowed$/,
  );
  await changeOptions("DELETE", id, { option_type: "Lid" });
  const productAfter = await loadProduct(id);
  assert.deepEqual(
    { ...productAfter, updated_at: "", variants: [] },
    { ...productBefore, updated_at: "", variants: [] },
  );
  for (const [method, body, subpath] of [
    ["POST", { option_type: "Size", option_values: ["x"] }, ""],
    ["PUT", { variant_options: [] }, ""],
    ["DELETE", { option_type: "Size" }, ""],
    ["PUT", { old_option_type: "Size", new_option_type: "x" }, "/option_type"],
    ["PUT", { option_type: "Size", old_option_value: "S", new_option_value: "x" }, "/option_value"],
  ] as const)
    assert.deepEqual(await expectOptionError(method, 900_719_925_474, body, subpath), ["not_found"]);
});

test("options that would leave the product without variants are rejected", async () => {
  const variants = [
    ["Blue", "S"],
    ["White", "L"],
  ].map(([glaze = "", size = ""]) => ({
    options: [
      { name: "Glaze", value: glaze },
      { name: "Size", value: size },
    ],
  }));
  const json = { title: "Two cups", variants };
  const { product } = await fixture.expectSuccess<{ product: WholeProduct }>(
    "POST",
    "/3.0/products.json",
    json,
  );
  const variant_options = [
    { name: "Glaze", options: ["Blue"] },
    { name: "Size", options: ["L"] },
  ];
  const [code, fieldError = ""] = await expectOptionError("PUT", product.id, { variant_options });
  assert.equal(code, "invalid");
  assert.match(fieldError, /^variant_options not_allowed$/);
  assert.deepEqual(await loadProduct(product.id), product);
});

test("variants added after one at the maximum position get the same position and can be saved", async () => {
  const { id, variants } = await createCup();
  const variantsPath = `/3.0/products/${id}/variants.json`;
  await fixture.expectSuccess("PUT", variantsPath, {
    variants: [{ id: variants[3]?.id, position: 1_000_000 }],
  });
  await changeOptions("POST", id, { option_type: "Size", option_values: ["M"] });
  const options = [
    { name: "Glaze", value: "Red" },
    { name: "Size", value: "M" },
  ];
  await fixture.expectSuccess("POST", variantsPath, { options });
  const changedProduct = await loadProduct(id);
  assert.deepEqual(
    changedProduct.variants.slice(3).map(({ position }) => position),
    [1_000_000, 1_000_000, 1_000_000, 1_000_000],
  );
  await fixture.expectSuccess("PUT", variantsPath, { variants: changedProduct.variants });
  assert.deepEqual(await loadProduct(id), changedProduct);
});
