import assert from "node:assert/strict";
import { test } from "node:test";
import { operations } from "@souk/contract";
import { checkFields } from "./check-fields.ts";
import { type FieldWords, fieldSpecs } from "./field-spec.ts";
import { bodyOfValues, type FieldValues, valuesOf } from "./field-values.ts";
import type { PlainSchema } from "./plain-schema.ts";

function specsOf(body: unknown, words: Record<string, FieldWords>) {
  return fieldSpecs(body as PlainSchema, words);
}

const app = specsOf(operations.registerApp.body, {
  name: { label: "Name" },
  handle: { label: "Handle" },
  app_url: { label: "App URL" },
  redirection_urls: { label: "Redirection URLs" },
  embedded: { label: "Embedded" },
});

const stock = specsOf(operations.adjustInventoryLevel.body, {
  adjustment_quantity: { label: "Change" },
  reason: { label: "Reason" },
});

function complaints(specs: typeof app, values: FieldValues): string[] {
  return checkFields(specs, values).map(({ path, message }) => `${path}: ${message}`);
}

const goodApp = {
  name: "Stock Sync",
  handle: "",
  app_url: "https://sync.example.net/",
  redirection_urls: ["https://sync.example.net/back"],
  embedded: true,
};

test("the inputs follow from the schema and the names of the contract", () => {
  assert.deepEqual(
    app.map(({ name, kind, required }) => `${name} ${kind}${required ? " required" : ""}`),
    [
      "name text required",
      "handle text",
      "app_url url required",
      "redirection_urls list required",
      "embedded switch",
    ],
  );
  const shop = specsOf(operations.createStore.body, {
    currency_code: { label: "Currency" },
    timezone: { label: "Time zone" },
  });
  assert.deepEqual(
    shop.map(({ kind }) => kind),
    ["currency", "timezone"],
  );
  assert.deepEqual(
    stock.map(({ kind }) => kind),
    ["whole", "text"],
  );
});

test("an enum is a choice, an amount is money, and what may be null is not required", () => {
  const body = {
    type: "object",
    required: ["policy", "price", "note"],
    properties: {
      policy: { enum: ["deny", "continue"] },
      price: {
        anyOf: [
          { type: "string", maxLength: 40 },
          { type: "number", minimum: 0 },
        ],
      },
      note: { anyOf: [{ type: "string" }, { type: "null" }] },
    },
  };
  const words = { policy: { label: "Policy" }, price: { label: "Price" }, note: { label: "Note" } };
  const specs = specsOf(body, words);
  assert.deepEqual(
    specs.map(({ kind, required, choices }) => [kind, required, choices]),
    [
      ["choice", true, ["deny", "continue"]],
      ["money", true, []],
      ["text", false, []],
    ],
  );
  assert.deepEqual(complaints(specs, { policy: "other", price: "-1", note: "" }), [
    "policy: Policy is one of the choices.",
    "price: Price is an amount such as 12.50.",
  ]);
  assert.deepEqual(complaints(specs, { policy: "deny", price: "12.50", note: "" }), []);
});

test("a field that the body does not have is the page's mistake and stops it", () => {
  assert.throws(() => specsOf(operations.registerApp.body, { nam: { label: "Name" } }), /no field nam/);
});

test("each rule of the schema is said in words with the field's own name", () => {
  assert.deepEqual(complaints(app, goodApp), []);
  assert.deepEqual(
    complaints(app, { ...goodApp, name: "  ", handle: "x", app_url: "sync", redirection_urls: ["", " "] }),
    [
      "name: Name is needed.",
      "handle: Handle needs at least 2 characters.",
      "app_url: App URL is a whole address, such as https://app.example.com/start.",
      "redirection_urls: Redirection URLs: at least one is needed.",
    ],
  );
  const entries = ["https://sync.example.net/back", "", "javascript:alert(1)"];
  assert.deepEqual(complaints(app, { ...goodApp, name: "n".repeat(121), redirection_urls: entries }), [
    "name: Name takes at most 120 characters; this has 121.",
    "redirection_urls.2: Redirection URLs is a whole address, such as https://app.example.com/start.",
  ]);
});

test("numbers are whole where the schema says so, within their bounds, and not the one that is ruled out", () => {
  const said = (text: string) => complaints(stock, { adjustment_quantity: text, reason: "" });
  assert.deepEqual(said("-3"), []);
  assert.deepEqual(said("1.5"), ["adjustment_quantity: Change is a whole number."]);
  assert.deepEqual(said("1e3"), ["adjustment_quantity: Change is a whole number."]);
  assert.deepEqual(said("3000000000"), ["adjustment_quantity: Change is at most 2000000000."]);
  assert.deepEqual(said("0"), ["adjustment_quantity: Change cannot be 0."]);
});

test("a number of a record is good as it is shown, also a small or a large one", () => {
  const body = { type: "object", required: [], properties: { height: { type: "number" } } };
  const specs = specsOf(body, { height: { label: "Height" } });
  for (const height of [1e-7, -1.5e21, 1.72]) {
    const shown = valuesOf(specs, { height });
    assert.deepEqual(checkFields(specs, shown), [], String(height));
    assert.deepEqual(bodyOfValues(specs, shown, { height }), { height });
  }
  assert.deepEqual(complaints(specs, { height: "1e999" }), ["height: Height is a number."]);
});

test("the body has numbers as numbers, no empty entries, and nothing of what was never filled in", () => {
  assert.deepEqual(
    bodyOfValues(app, { ...goodApp, redirection_urls: [" https://a.example.net/ ", ""] }, {}),
    {
      name: "Stock Sync",
      app_url: "https://sync.example.net/",
      redirection_urls: ["https://a.example.net/"],
      embedded: true,
    },
  );
  assert.deepEqual(bodyOfValues(stock, { adjustment_quantity: " -3 ", reason: "" }, {}), {
    adjustment_quantity: -3,
  });
});

test("what had a value and was emptied is taken away", () => {
  const body = {
    type: "object",
    properties: {
      reason: { type: "string" },
      sku: { anyOf: [{ type: "string" }, { type: "null" }] },
      position: { type: "integer" },
    },
  };
  const specs = specsOf(body, {
    reason: { label: "Reason" },
    sku: { label: "SKU" },
    position: { label: "Position" },
  });
  const initial = { reason: "old", sku: "K-1", position: 3 };
  assert.deepEqual(valuesOf(specs, initial), { reason: "old", sku: "K-1", position: "3" });
  assert.deepEqual(bodyOfValues(specs, { reason: "", sku: "", position: "" }, initial), {
    reason: "",
    sku: null,
  });
});

test("the spaces around a text go, those of a password stay", () => {
  const specs = specsOf(operations.adminSignIn.body, {
    email: { label: "E-mail address" },
    password: { label: "Password" },
  });
  assert.deepEqual(bodyOfValues(specs, { email: " a@b.example ", password: " secret " }, {}), {
    email: "a@b.example",
    password: " secret ",
  });
});

test("a value that cannot be taken away is needed once it is there", () => {
  const currency = specsOf(operations.updateCurrency.body, {
    rate: { label: "Rate" },
    rounding: { label: "Round to" },
  });
  const emptied = { rate: " ", rounding: "" };
  const said = checkFields(currency, emptied, { rate: "4.35", rounding: "0.05" });
  assert.deepEqual(
    said.map(({ path, message }) => `${path}: ${message}`),
    ["rate: Rate is needed."],
  );
  assert.deepEqual(complaints(currency, emptied), []);
});
