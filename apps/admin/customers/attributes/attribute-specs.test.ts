import assert from "node:assert/strict";
import { test } from "node:test";
import {
  type Attribute,
  attributeInitial,
  attributeSpecs,
  saysNothing,
  withAttributes,
} from "./attribute-specs.ts";

const at = "2026-11-22T10:00:00.000+08:00";

function attribute(key: string, some: Partial<Attribute>): Attribute {
  const fixed = { id: 1, key, title: key, created_at: at, updated_at: at };
  return { ...fixed, input_type: "text", is_required: false, options: [], ...some };
}

const size = attribute("size", { input_type: "select", options: ["S", "M"], is_required: true });
const likes = attribute("likes", { input_type: "multi_select", options: ["tea", "coffee"] });
const vip = attribute("vip", { input_type: "checkbox" });
const agreed = attribute("agreed", { input_type: "checkbox", is_required: true });

test("a removed option stays visible to customers who have it", () => {
  const [spec] = attributeSpecs([size], { size: "XXL" });
  assert.deepEqual(spec?.choices, ["S", "M", "XXL"]);
  assert.deepEqual(attributeSpecs([size], {})[0]?.choices, ["S", "M"]);
});

test("a required field is required of new customers, and of those who have a value", () => {
  const required = (values: Record<string, string> | null) => attributeSpecs([size], values)[0]?.required;
  assert.deepEqual([required(null), required({}), required({ size: "S" })], [true, false, true]);
});

test("a field named like a built-in JavaScript property starts without a value", () => {
  const own = attribute("constructor", { is_required: true });
  assert.equal(attributeSpecs([own], {})[0]?.required, false);
  assert.equal(attributeSpecs([own], { constructor: "Kedai" })[0]?.required, true);
});

test("values go into a form and out of it under their keys", () => {
  const initial = attributeInitial({ size: "M", likes: ["tea"] });
  assert.deepEqual(initial, { "attributes.size": "M", "attributes.likes": ["tea"] });
  const body = withAttributes({ first_name: "Mei", ...initial });
  assert.deepEqual(body, { first_name: "Mei", attributes: { size: "M", likes: ["tea"] } });
  assert.deepEqual(withAttributes({ first_name: "Mei" }), { first_name: "Mei" });
});

test("a new customer's untouched checkboxes and choices are not sent unless required", () => {
  const typed = { "attributes.likes": [], "attributes.vip": false, "attributes.agreed": false };
  const body = withAttributes(typed, saysNothing([likes, vip, agreed]));
  assert.deepEqual(body, { attributes: { agreed: false } });
});
