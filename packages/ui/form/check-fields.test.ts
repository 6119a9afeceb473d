import assert from "node:assert/strict";
import { test } from "node:test";
import { operations } from "@souk/contract";
import { checkFields } from "./check-fields.ts";
import { buildFieldSpecs, type FieldWords } from "./field-spec.ts";
import { buildBody, type FieldValues, toFieldValues } from "./field-values.ts";
import type { PlainSchema } from "./plain-schema.ts";

function buildSpecs(body: unknown, words: Record<string, FieldWords>) {
  return buildFieldSpecs(body as PlainSchema, words);
}

const appSpecs = buildSpecs(operations.registerApp.body, {
  name: { label: "Name" },
  handle: { label: "Handle" },
  app_url: { label: "App URL" },
  redirection_urls: { label: "Redirection URLs" },
  embedded: { label: "Embedded" },
});

const stockSpecs = buildSpecs(operations.adjustInventoryLevel.body, {
  adjustment_quantity: { label: "Change" },
  reason: { label: "Reason" },
});

function listMessages(specs: typeof appSpecs, values: FieldValues): string[] {
  return checkFields(specs, values).map(({ path, message }) => `${path}: ${message}`);
}

const validApp = {
  name: "Stock Sync",
  handle: "",
  app_url: "https://sync.example.net/",
  redirection_urls: ["https://sync.example.net/back"],
  embedded: true,
};

test("a form's inputs are derived from the contract's schema and the given labels", () => {
  assert.deepEqual(
    appSpecs.map(({ name, kind, required }) => `${name} ${kind}${required ? " required" : ""}`),
    [
      "name text required",
      "handle text",
      "app_url url required",
      "redirection_urls list required",
      "embedded switch",
    ],
  );
  const storeSpecs = buildSpecs(operations.createStore.body, {
    currency_code: { label: "Currency" },
    timezone: { label: "Time zone" },
  });
  assert.deepEqual(
    storeSpecs.map(({ kind }) => kind),
    ["currency", "timezone"],
  );
  assert.deepEqual(
    stockSpecs.map(({ kind }) => kind),
    ["whole", "text"],
  );
});

test("in a form, an enum is a choice, an amount is a money input, and a nullable field is optional", () => {
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
  const specs = buildSpecs(body, words);
  assert.deepEqual(
    specs.map(({ kind, required, choices }) => [kind, required, choices]),
    [
      ["choice", true, ["deny", "continue"]],
      ["money", true, []],
      ["text", false, []],
    ],
  );
  assert.deepEqual(listMessages(specs, { policy: "other", price: "-1", note: "" }), [
    "policy: Policy must be one of the options.",
    "price: Price must be an amount such as 12.50.",
  ]);
  assert.deepEqual(listMessages(specs, { policy: "deny", price: "12.50", note: "" }), []);
});

test("a form with a field that the request body does not have throws an error", () => {
  assert.throws(() => buildSpecs(operations.registerApp.body, { nam: { label: "Name" } }), /no field nam/);
});

test("the message for each violated rule of the schema has the field's label", () => {
  assert.deepEqual(listMessages(appSpecs, validApp), []);
  assert.deepEqual(
    listMessages(appSpecs, {
      ...validApp,
      name: "  ",
      handle: "x",
      app_url: "sync",
      redirection_urls: ["", " "],
    }),
    [
      "name: Name is required.",
      "handle: Handle must be at least 2 characters.",
      "app_url: App URL must be a full URL, such as https://app.example.com/start.",
      "redirection_urls: Redirection URLs: add at least one.",
    ],
  );
  const entries = ["https://sync.example.net/back", "", "javascript:alert(1)"];
  assert.deepEqual(
    listMessages(appSpecs, { ...validApp, name: "n".repeat(121), redirection_urls: entries }),
    [
      "name: Name can be up to 120 characters (currently 121).",
      "redirection_urls.2: Redirection URLs must be a full URL, such as https://app.example.com/start.",
    ],
  );
});

test("a form checks a number by its schema, which can require a whole number, set bounds and exclude a value", () => {
  const check = (text: string) => listMessages(stockSpecs, { adjustment_quantity: text, reason: "" });
  assert.deepEqual(check("-3"), []);
  assert.deepEqual(check("1.5"), ["adjustment_quantity: Change must be a whole number."]);
  assert.deepEqual(check("1e3"), ["adjustment_quantity: Change must be a whole number."]);
  assert.deepEqual(check("3000000000"), ["adjustment_quantity: Change must be at most 2,000,000,000."]);
  assert.deepEqual(check("0"), ["adjustment_quantity: Change can't be 0."]);
});

test("a form accepts a number in the format in which it displays numbers, even 1e-7", () => {
  const body = { type: "object", required: [], properties: { height: { type: "number" } } };
  const specs = buildSpecs(body, { height: { label: "Height" } });
  for (const height of [1e-7, -1.5e21, 1.72]) {
    const shownValues = toFieldValues(specs, { height });
    assert.deepEqual(checkFields(specs, shownValues), [], String(height));
    assert.deepEqual(buildBody(specs, shownValues, { height }), { height });
  }
  assert.deepEqual(listMessages(specs, { height: "1e999" }), ["height: Height must be a number."]);
});

test("a request body from a form has numbers, no empty list entries and no fields that were always empty", () => {
  assert.deepEqual(
    buildBody(appSpecs, { ...validApp, redirection_urls: [" https://a.example.net/ ", ""] }, {}),
    {
      name: "Stock Sync",
      app_url: "https://sync.example.net/",
      redirection_urls: ["https://a.example.net/"],
      embedded: true,
    },
  );
  assert.deepEqual(buildBody(stockSpecs, { adjustment_quantity: " -3 ", reason: "" }, {}), {
    adjustment_quantity: -3,
  });
});

test("a cleared form field is sent as null or an empty text, whichever its schema allows", () => {
  const body = {
    type: "object",
    properties: {
      reason: { type: "string" },
      sku: { anyOf: [{ type: "string" }, { type: "null" }] },
      position: { type: "integer" },
    },
  };
  const specs = buildSpecs(body, {
    reason: { label: "Reason" },
    sku: { label: "SKU" },
    position: { label: "Position" },
  });
  const initial = { reason: "old", sku: "K-1", position: 3 };
  assert.deepEqual(toFieldValues(specs, initial), { reason: "old", sku: "K-1", position: "3" });
  assert.deepEqual(buildBody(specs, { reason: "", sku: "", position: "" }, initial), {
    reason: "",
    sku: null,
  });
});

test("a form trims the spaces around a text, but not around a password", () => {
  const specs = buildSpecs(operations.adminSignIn.body, {
    email: { label: "Email address" },
    password: { label: "Password" },
  });
  assert.deepEqual(buildBody(specs, { email: " a@b.example ", password: " secret " }, {}), {
    email: "a@b.example",
    password: " secret ",
  });
});

test("a field that had a value must not be emptied if the platform cannot remove the value", () => {
  const currencySpecs = buildSpecs(operations.updateCurrency.body, {
    rate: { label: "Rate" },
    rounding: { label: "Round to" },
  });
  const emptiedValues = { rate: " ", rounding: "" };
  const errors = checkFields(currencySpecs, emptiedValues, { rate: "4.35", rounding: "0.05" });
  assert.deepEqual(
    errors.map(({ path, message }) => `${path}: ${message}`),
    ["rate: Rate is required."],
  );
  assert.deepEqual(listMessages(currencySpecs, emptiedValues), []);
});
