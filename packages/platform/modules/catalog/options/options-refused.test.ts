import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { type TestPlatform, testPlatform } from "@souk/testkit";
import { type CatalogRig, catalogRig } from "../../../http/testing/catalog-rig.ts";
import type { WholeProduct } from "../testing/whole-product.ts";

let testing: TestPlatform;
let rig: CatalogRig;

before(async () => {
  testing = await testPlatform({ role: "api" });
  rig = await catalogRig(testing);
});
after(() => testing.stop());

const read = async (id: number) =>
  (await rig.done<{ product: WholeProduct }>("GET", `/3.0/products/${id}.json`)).product;

async function cups(): Promise<WholeProduct> {
  const variant_options = [
    { name: "Glaze", options: ["Blue", "White"] },
    { name: "Size", options: ["S", "L"] },
  ];
  const json = { title: "Cup", variant_options };
  return (await rig.done<{ product: WholeProduct }>("POST", "/3.0/products.json", json)).product;
}

const change = (method: string, id: number, json: object) =>
  rig.done<object>(method, `/3.0/products/${id}/options.json`, json);

const refusedBy = (method: string, id: number, json: object, below = "") =>
  rig.refused(method, `/3.0/products/${id}/options${below}.json`, json);

test("what options cannot be is refused by the field's name, and nothing changes", async () => {
  const { id } = await cups();
  const start = await read(id);
  const many = (n: number) => Array.from({ length: n }, (_, at) => `V${at}`);
  const refusals: [string, object, RegExp, string?][] = [
    ["POST", {}, /^option_type is required$/],
    ["POST", { option_type: "Size", option_values: [] }, /^option_values must not be empty$/],
    ["POST", { option_type: " ", option_values: ["x"] }, /^option_type must not be blank$/],
    ["POST", { option_type: "Size", option_values: ["x", " "] }, /^option_values.1 must not be blank$/],
    ["POST", { option_type: "Size", option_values: ["x", "x "] }, /^option_values.1 is sent twice$/],
    [
      "POST",
      { option_type: "Size", option_values: many(124) },
      /^option_values would make more variants than the 250/,
    ],
    ["POST", { option_type: "Size", option_values: "XL" }, /^option_values must be an array$/],
    ["PUT", {}, /^variant_options is required$/],
    [
      "PUT",
      {
        variant_options: [
          { name: "A", options: ["x"] },
          { name: "A ", options: ["x"] },
        ],
      },
      /^variant_options.1.name is sent twice$/,
    ],
    [
      "PUT",
      { variant_options: [{ name: "A", options: ["x", "x"] }] },
      /^variant_options.0.options.1 is sent twice$/,
    ],
    [
      "PUT",
      { variant_options: ["A", "B", "C", "D"].map((name) => ({ name, options: ["x"] })) },
      /^variant_options must have at most 3/,
    ],
    [
      "PUT",
      { variant_options: ["A", "B"].map((name) => ({ name, options: many(16) })) },
      /^variant_options would make more/,
    ],
    [
      "DELETE",
      { option_type: "Colour" },
      /^option_type is no option type of this product: it has Glaze, Size$/,
    ],
    [
      "DELETE",
      { option_type: "Size", option_value: "XL" },
      /^option_value is no value of Size: it has S, L$/,
    ],
    [
      "PUT",
      { old_option_type: "Size", new_option_type: "Glaze" },
      /^new_option_type is another option type/,
      "/option_type",
    ],
    [
      "PUT",
      { old_option_type: "Colour", new_option_type: "X" },
      /^old_option_type is no option type/,
      "/option_type",
    ],
    [
      "PUT",
      { option_type: "Size", old_option_value: "S", new_option_value: "L" },
      /^new_option_value is another value of Size$/,
      "/option_value",
    ],
    [
      "PUT",
      { option_type: "Size", old_option_value: "Q", new_option_value: "L" },
      /^old_option_value is no value of Size/,
      "/option_value",
    ],
  ];
  for (const [method, body, first, below] of refusals) {
    const [code, ...fields] = await refusedBy(method, id, body, below);
    assert.equal(code, "invalid", JSON.stringify(body));
    assert.match(fields[0] ?? "", first, JSON.stringify(body));
  }
  await change("POST", id, { option_type: "Lid", option_values: ["Cork"] });
  assert.match(
    (await refusedBy("POST", id, { option_type: "Base", option_values: ["x"] }))[1] ?? "",
    /^option_type is a fourth type/,
  );
  assert.match(
    (await refusedBy("DELETE", id, { option_type: "Lid", option_value: "Cork" }))[1] ?? "",
    /^option_value is the last value/,
  );
  await change("DELETE", id, { option_type: "Lid" });
  const { updated_at: _then, ...before } = start;
  const { updated_at: _now, ...after } = await read(id);
  assert.deepEqual({ ...after, variants: [] }, { ...before, variants: [] });
  for (const [method, body, below] of [
    ["POST", { option_type: "Size", option_values: ["x"] }, ""],
    ["PUT", { variant_options: [] }, ""],
    ["DELETE", { option_type: "Size" }, ""],
    ["PUT", { old_option_type: "Size", new_option_type: "x" }, "/option_type"],
    ["PUT", { option_type: "Size", old_option_value: "S", new_option_value: "x" }, "/option_value"],
  ] as const)
    assert.deepEqual(await refusedBy(method, 900_719_925_474, body, below), ["not_found"]);
});

test("options that would leave no variant are refused, and the variants stay", async () => {
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
  const { product } = await rig.done<{ product: WholeProduct }>("POST", "/3.0/products.json", json);
  const wanted = [
    { name: "Glaze", options: ["Blue"] },
    { name: "Size", options: ["L"] },
  ];
  const [code, field = ""] = await refusedBy("PUT", product.id, { variant_options: wanted });
  assert.equal(code, "invalid");
  assert.match(field, /^variant_options would leave no variant/);
  assert.deepEqual(await read(product.id), product);
});

test("behind a variant at the last position new ones stand at the last position too, and can be sent back as read", async () => {
  const { id, variants } = await cups();
  const list = `/3.0/products/${id}/variants.json`;
  await rig.done("PUT", list, { variants: [{ id: variants[3]?.id, position: 1_000_000 }] });
  await change("POST", id, { option_type: "Size", option_values: ["M"] });
  const options = [
    { name: "Glaze", value: "Red" },
    { name: "Size", value: "M" },
  ];
  await rig.done("POST", list, { options });
  const now = await read(id);
  assert.deepEqual(
    now.variants.slice(3).map(({ position }) => position),
    [1_000_000, 1_000_000, 1_000_000, 1_000_000],
  );
  await rig.done("PUT", list, { variants: now.variants });
  assert.deepEqual(await read(id), now);
});
