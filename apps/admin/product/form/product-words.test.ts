import assert from "node:assert/strict";
import { test } from "node:test";
import { operations } from "@souk/contract";
import { productSections } from "./product-words.ts";

/** Fields of a request that the form shows in ways of its own, or that have a form of their own. */
const shownApart = [
  "is_published",
  "published_at",
  "inventory_management",
  "images",
  "variant_options",
  "variants",
];

/** Other names of fields. */
const otherNames = ["name", "visibility"];

test("the form of a product has an input for every field of the API", () => {
  const named = Object.values(productSections).flatMap((part) => Object.keys(part));
  const fields = [operations.createProduct, operations.updateProduct].flatMap(({ body }) =>
    Object.keys(body.properties),
  );
  const wanted = new Set(fields.filter((name) => ![...shownApart, ...otherNames].includes(name)));
  assert.deepEqual(named.sort(), [...wanted].sort());
  const words: [string, { label?: string } | undefined][] = Object.values(productSections).flatMap((part) =>
    Object.entries(part),
  );
  for (const [name, word] of words) assert.ok(word?.label, `the label of ${name}`);
});
