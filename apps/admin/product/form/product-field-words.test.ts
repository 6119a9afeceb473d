import assert from "node:assert/strict";
import { test } from "node:test";
import { operations } from "@souk/contract";
import { productFieldWords } from "./product-field-words.ts";

/** Fields of the requests that the form renders itself, or that other parts of the page set. */
const fieldsSetElsewhere = [
  "is_published",
  "published_at",
  "inventory_management",
  "images",
  "variant_options",
  "variants",
];

/** Alternative names of fields, which the requests also accept. */
const aliases = ["name", "visibility"];

test("the product form has a labeled input for every API field, except for aliases and for fields that other parts of the page set", () => {
  const inputNames = Object.values(productFieldWords).flatMap((section) => Object.keys(section));
  const fields = [operations.createProduct, operations.updateProduct].flatMap(({ body }) =>
    Object.keys(body.properties),
  );
  const expectedNames = new Set(fields.filter((name) => ![...fieldsSetElsewhere, ...aliases].includes(name)));
  assert.deepEqual(inputNames.sort(), [...expectedNames].sort());
  const entries: [string, { label?: string } | undefined][] = Object.values(productFieldWords).flatMap(
    (section) => Object.entries(section),
  );
  for (const [name, words] of entries) assert.ok(words?.label, `the label of ${name}`);
});
