import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { FieldErrorCode } from "@souk/contract";
import { startTestPlatform, type TestPlatform } from "@souk/testkit";
import { createStoreApi, type StoreApi } from "../../http/testing/store-api.ts";
import { createImportFixture, type ImportFixture } from "./testing/import-fixture.ts";

let testPlatform: TestPlatform;
let api: StoreApi;
let fixture: ImportFixture;

before(async () => {
  testPlatform = await startTestPlatform();
  api = await createStoreApi(testPlatform);
  fixture = createImportFixture(api);
});

after(() => testPlatform.stop());

test("a product import reports the row and column of each error and imports the rows without errors", async () => {
  const [mainCode] = await fixture.loadLocationCodes();
  const file = [
    `handle;title;option1_name;option1_value;sku;barcode;price;weight;weight_unit;inventory_policy;is_published;color of box;stock: ${mainCode};stock: nowhere`,
    "good-one;Good one;;;G1;;10.00;1.5;kg;Continue;yes;red;5;9",
    "bad-price;Bad price;;;B1;;12,50;;;;;;;",
    "Bad Handle;X;;;;;1;;;;;;;",
    ";No handle;;;;;1;;;;;;;",
    "no-title;;;;;;1;;;;;;;",
    "bad-words;Bad words;;;;9.55E+12;1;heavy;stone;maybe;perhaps;;-3;",
    "no-option;No option;Size;;;;1;;;;;;;",
    "doubles;Doubles;Size;M;;;1;;;;;;;",
    "doubles;;;M;;;2;;;;;;;",
    "two-rows;Two rows;;;A;;1;;;;;;;",
    "two-rows;;;;B;;1;;;;;;;",
    "other-title;One;;;;;1;;;;;;;",
    "good-one;Good one again;;;;;1;;;;;;;",
    "wide;Wide;;;;;1;;;;;;;;;;too much",
  ].join("\n");
  const report = await fixture.checkFile(`\ufeff${file}\n`);
  assert.deepEqual([report.delimiter, report.ignored_columns], [";", ["color of box", "stock: nowhere"]]);
  const errors = await fixture.listErrors(report);
  const formattedErrors = errors.map(
    ({ row, path, code, key, message }) => `${row} ${path} ${key}: ${code}: ${message}`,
  );
  const expected: [number, string, FieldErrorCode, RegExp][] = [
    [3, "price", "invalid_format", /^price is "12,50"\. It must be an amount of money, such as 12\.50\.$/],
    [4, "handle", "invalid_format", /^handle must have at most 255 characters: lowercase/],
    [5, "handle", "required", /^handle is required\.$/],
    [6, "title", "required", /^title is required for a new product\.$/],
    [7, "is_published", "invalid_format", /^is_published must be true or false\.$/],
    [7, "barcode", "invalid_format", /shortened/],
    [7, "inventory_policy", "not_allowed", /^inventory_policy must be one of deny, continue\.$/],
    [7, "weight", "out_of_range", /^weight must be a weight from 0 to 1000000/],
    [7, "weight_unit", "not_allowed", /^weight_unit must be one of g, kg, oz, lb\.$/],
    [8, "option1_value", "required", /every variant needs a value for "Size"/],
    [10, "", "not_unique", /^The row has the same options as row 9: M\.$/],
    [12, "", "too_many", /^The row is a second row of a new product that has no options\.$/],
    [14, "handle", "not_unique", /^handle identifies the same product as row 2\./],
    [15, "", "too_many", /^The row has \d+ cells, but the first row has 14 columns\.$/],
  ];
  assert.deepEqual(
    errors.map(({ row, path, code }) => [row, path, code]),
    expected.map(([row, path, code]) => [row, path, code]),
    formattedErrors.join("\n"),
  );
  assert.deepEqual(
    errors.filter(({ row }) => [6, 7, 14].includes(row)).map(({ params }) => params),
    [
      {},
      { format: "boolean" },
      { format: "text" },
      { allowed: ["deny", "continue"] },
      { min: 0, max: 1_000_000 },
      { allowed: ["g", "kg", "oz", "lb"] },
      { duplicate_of: "row 2" },
    ],
  );
  for (const [index, [, , , message]] of expected.entries())
    assert.match(errors[index]?.message ?? "", message);
  const { check } = report;
  assert.deepEqual(check, { records: 12, created: 2, updated: 0, unchanged: 0, failed: 10, errors: 14 });
  const count = await api.call("GET", `/4.0/imports/${report.id}/errors/count.json`);
  assert.deepEqual(count.json(), { count: 14 });
  const { result } = await fixture.importFile(`\ufeff${file}\n`);
  assert.deepEqual(result, check);
  const product = await fixture.loadProduct("good-one");
  assert.deepEqual(
    [product.title, product.total_quantity, product.variants[0]?.inventory_policy],
    ["Good one", 5, "continue"],
  );
  assert.deepEqual(
    [product.variants[0]?.weight, product.variants[0]?.weight_unit, product.variants[0]?.grams],
    [1.5, "kg", 1500],
  );
});
