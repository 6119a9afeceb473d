import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { startTestPlatform, type TestPlatform } from "@souk/testkit";
import { type CatalogFixture, createCatalogFixture } from "../../../http/testing/catalog-fixture.ts";
import { readError } from "../../../http/testing/store-api.ts";

let testPlatform: TestPlatform;
let fixture: CatalogFixture;

before(async () => {
  testPlatform = await startTestPlatform({ role: "api" });
  fixture = await createCatalogFixture(testPlatform);
});
after(() => testPlatform.stop());

const countProducts = async () =>
  (await fixture.expectSuccess<{ count: number }>("GET", "/3.0/products/count.json")).count;
const buildVariantOfSize = (value: string) => ({ options: [{ name: "Size", value }] });
const createTexts = (count: number) => Array.from({ length: count }, (_, index) => `V${index}`);

test("a new product with an invalid field is rejected with the field's name, and nothing is created", async () => {
  await fixture.expectSuccess("POST", "/3.0/products.json", { title: "Taken", handle: "taken" });
  const countBefore = await countProducts();
  const invalidCases: [object, RegExp][] = [
    [{}, /^title required$/],
    [{ title: " " }, /^title required$/],
    [{ name: "" }, /^name required$/],
    [{ title: "x".repeat(256) }, /^title too_long$/],
    [{ title: 5 }, /^title invalid_type$/],
    [{ title: "T", handle: "taken" }, /^handle not_unique$/],
    [{ title: "T", handle: "Not a handle" }, /^handle invalid_format$/],
    [{ title: "T", body_html: "x".repeat(256 * 1024 + 1) }, /^body_html too_long$/],
    [{ title: "T", body_html: "é".repeat(128 * 1024 + 1) }, /^body_html too_long$/],
    [{ title: "T", note: "x".repeat(65_537) }, /^note too_long$/],
    [{ title: "T", description: "é".repeat(40_000) }, /^description too_long$/],
    [{ title: "T", tags: createTexts(251) }, /^tags too_many$/],
    [{ title: "T", tags: ["a", "b,c"] }, /^tags.1 invalid_format$/],
    [{ title: "T", tags: "a,b" }, /^tags invalid_type$/],
    [{ title: "T", inventory_management: "other" }, /^inventory_management /],
    [{ title: "T", visibility: "hidden" }, /^visibility not_allowed$/],
    [{ title: "T", visibility: "unpublished", published_at: "2026-01-01" }, /^published_at conflict$/],
    [
      { title: "T", is_published: true, visibility: "unpublished", published_at: "2026-01-01" },
      /^visibility conflict$/,
    ],
    [{ title: "T", published_at: "yesterday" }, /^published_at invalid_format$/],
    [{ title: "T", variants: [] }, /^variants too_few$/],
    [{ title: "T", variants: [{}, {}] }, /^variants.1.options required$/],
    [
      { title: "T", variants: [buildVariantOfSize("S"), buildVariantOfSize("M"), buildVariantOfSize("S")] },
      /^variants.2.options not_unique$/,
    ],
    [{ title: "T", variants: [buildVariantOfSize("S"), {}] }, /^variants.1.options not_allowed$/],
    [{ title: "T", variants: [buildVariantOfSize(" ")] }, /^variants.0.options.0.value required$/],
    [
      { title: "T", variants: [{ options: [{ name: " ", value: "S" }] }] },
      /^variants.0.options.0.name required$/,
    ],
    [{ title: "T", variants: [{ image_position: 1 }] }, /^variants.0.image_position out_of_range$/],
    [{ title: "T", variants: [{ grams: 2_000_000_000 }] }, /^variants.0.grams out_of_range$/],
    [
      { title: "T", variants: [{ ...buildVariantOfSize("S"), price: "1.234" }] },
      /^variants.0.price invalid_format$/,
    ],
    [{ title: "T", variants: [{ price: -1 }] }, /^variants.0.price out_of_range$/],
    [{ title: "T", variants: [{ inventory_quantity: 1.5 }] }, /^variants.0.inventory_quantity invalid_type$/],
    [{ title: "T", variants: [{ weight: 1, grams: 2 }] }, /^variants.0.grams conflict$/],
    [{ title: "T", variants: createTexts(251).map(buildVariantOfSize) }, /^variants too_many$/],
    [{ title: "T", variant_options: [{ name: "A", options: [] }] }, /^variant_options.0.options too_few$/],
    [
      { title: "T", variant_options: [{ name: "A", options: ["x", " x"] }] },
      /^variant_options.0.options.1 not_unique$/,
    ],
    [
      { title: "T", variant_options: ["A", "B", "C", "D"].map((name) => ({ name, options: ["x"] })) },
      /^variant_options too_many$/,
    ],
    [
      { title: "T", variant_options: ["A", "B"].map((name) => ({ name, options: createTexts(16) })) },
      /^variant_options too_many$/,
    ],
    [
      {
        title: "T",
        variant_options: [{ name: "Size", options: ["S"] }],
        variants: [buildVariantOfSize("M")],
      },
      /^variants.0.options not_allowed$/,
    ],
    [
      {
        title: "T",
        variant_options: [{ name: "Size", options: ["S", "M"] }],
        variants: [buildVariantOfSize("M")],
      },
      /^variant_options conflict$/,
    ],
    [
      { title: "T", variants: ["A", "B", "C", "D"].map((name) => ({ options: [{ name, value: "x" }] })) },
      /^variants too_many$/,
    ],
  ];
  for (const [body, expectedFieldError] of invalidCases) {
    const [code, fieldError = ""] = await fixture.expectError("POST", "/3.0/products.json", {
      product: body,
    });
    assert.equal(code, "invalid");
    assert.match(fieldError, expectedFieldError, JSON.stringify(body).slice(0, 200));
  }
  assert.equal(await countProducts(), countBefore);
});

test("a variant's grams cannot exceed the maximum weight in its weight unit", async () => {
  const product = { title: "T", variants: [{ grams: 2_000_000_000, weight_unit: "kg" }] };
  const response = await fixture.api.call("POST", "/3.0/products.json", { json: { product } });
  const template = "{field} is equal to 2000000 kg. A weight can be at most 1000000 kg.";
  const message = template.replace("{field}", "variants.0.grams");
  const params = { max: 1_000_000_000 };
  assert.deepEqual(readError(response).fields, [
    { path: "variants.0.grams", code: "out_of_range", message, template, params },
  ]);
});
