import assert from "node:assert/strict";
import { test } from "node:test";
import {
  type Attribute,
  buildAttributeSpecs,
  createOmissionRule,
  nestAttributes,
  toAttributeFormValues,
} from "./attribute-specs.ts";

const createdAt = "2026-11-22T10:00:00.000+08:00";

function createAttribute(key: string, changes: Partial<Attribute>): Attribute {
  const identity = { id: 1, key, title: key, created_at: createdAt, updated_at: createdAt };
  return { ...identity, input_type: "text", is_required: false, options: [], ...changes };
}

const size = createAttribute("size", { input_type: "select", options: ["S", "M"], is_required: true });
const likes = createAttribute("likes", { input_type: "multi_select", options: ["tea", "coffee"] });
const vip = createAttribute("vip", { input_type: "checkbox" });
const agreed = createAttribute("agreed", { input_type: "checkbox", is_required: true });

test("a removed option of a custom field remains a choice for a customer who has it", () => {
  const [spec] = buildAttributeSpecs([size], { size: "XXL" });
  assert.deepEqual(spec?.choices, ["S", "M", "XXL"]);
  assert.deepEqual(buildAttributeSpecs([size], {})[0]?.choices, ["S", "M"]);
});

test("a required custom field may be left empty only for an existing customer who has no value for it", () => {
  const isRequired = (values: Record<string, string> | null) =>
    buildAttributeSpecs([size], values)[0]?.required;
  assert.deepEqual([isRequired(null), isRequired({}), isRequired({ size: "S" })], [true, false, true]);
});

test("a custom field whose key is the name of a built-in property, such as `constructor`, starts without a value", () => {
  const attribute = createAttribute("constructor", { is_required: true });
  assert.equal(buildAttributeSpecs([attribute], {})[0]?.required, false);
  assert.equal(buildAttributeSpecs([attribute], { constructor: "Kedai" })[0]?.required, true);
});

test("custom fields, whose keys have a prefix in the form, are nested under `attributes` in the request", () => {
  const formValues = toAttributeFormValues({ size: "M", likes: ["tea"] });
  assert.deepEqual(formValues, { "attributes.size": "M", "attributes.likes": ["tea"] });
  const body = nestAttributes({ first_name: "Mei", ...formValues });
  assert.deepEqual(body, { first_name: "Mei", attributes: { size: "M", likes: ["tea"] } });
  assert.deepEqual(nestAttributes({ first_name: "Mei" }), { first_name: "Mei" });
});

test("a new customer's empty choices and unchecked boxes are not sent, except for required checkboxes", () => {
  const formValues = { "attributes.likes": [], "attributes.vip": false, "attributes.agreed": false };
  const body = nestAttributes(formValues, createOmissionRule([likes, vip, agreed]));
  assert.deepEqual(body, { attributes: { agreed: false } });
});
