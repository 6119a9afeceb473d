import assert from "node:assert/strict";
import { test } from "node:test";
import { callbacks, fieldError } from "@souk/contract";
import { readRates } from "./read-rates.ts";

const context = { app_handle: "parcel-hub", currency_code: "MYR" };
const validRate = { id: "std", name: "Standard", shipping_charge: "8" };

function readResponse(response: unknown, currency_code = "MYR") {
  const body = typeof response === "string" ? response : JSON.stringify(response);
  return readRates(Buffer.from(body), { ...context, currency_code });
}

/** List the error paths of a rate with these changes. The response also contains another rate, which is valid. */
function listErrorPaths(changes: object): string[] {
  const result = readResponse({
    rate: [
      { ...validRate, id: "other" },
      { ...validRate, ...changes },
    ],
  });
  assert.ok(result.ok);
  const expectedCount = result.errors.length === 0 ? 2 : 1;
  assert.equal(result.rates.length, expectedCount, JSON.stringify(changes).slice(0, 80));
  return [...new Set(result.errors.map(({ path }) => path.replace(/^rate\.1\./, "")))];
}

test("ORD-3: a rate's store_app_id consists of the app's handle and the app's rate id", () => {
  const fullRate = {
    id: 7,
    name: " Next day ",
    remark: "Before noon",
    handling_fee: 1.5,
    shipping_charge: "12",
    courier_name: "Kilat",
    courier_url: "https://kilat.my/track?x=1",
    unknown: { deep: [] },
  };
  assert.deepEqual(readResponse({ rate: [fullRate] }), {
    ok: true,
    rates: [
      {
        store_app_id: "parcel-hub-shipping-7",
        name: "Next day",
        price: "12.00",
        handling_fee: "1.50",
        courier_name: "Kilat",
        courier_url: "https://kilat.my/track?x=1",
        remark: "Before noon",
        app_handle: "parcel-hub",
      },
    ],
    errors: [],
  });
});

test("the example rate responses in the API reference are valid", () => {
  for (const topic of ["shipping/list/cod", "shipping/list/non_cod"] as const) {
    const { response } = callbacks[topic].example;
    const result = readResponse(response);
    assert.ok(result.ok && result.errors.length === 0, topic);
    assert.equal(result.rates.length, response.rate.length);
  }
});

test("an empty list of rates is valid, but a value that is not a list is malformed", () => {
  assert.deepEqual(readResponse({ rate: [] }), { ok: true, rates: [], errors: [] });
  const withoutRates = ["", "null", "[]", "1", '"rate"', "{}", '{"rate":{}}', '{"rate":"x"}', '{"rates":[]}'];
  for (const body of [
    ...withoutRates,
    '{"rate":[',
    "[".repeat(60_000),
    '{"rate":[]}\n}',
    '{"__proto__":{"rate":[]}}',
  ])
    assert.equal(readResponse(body).ok, false, body.slice(0, 40));
  // `{`, a byte that is not UTF-8, and `}`.
  assert.equal(readRates(Uint8Array.of(0x7b, 0xff, 0x7d), context).ok, false);
});

test("the amounts of a rate have exactly the decimal places of the parcel's currency", () => {
  const amounts = ["0", "007.50", 7.5, 0];
  const prices = amounts.map((shipping_charge, id) => ({ ...validRate, id, shipping_charge }));
  const result = readResponse({ rate: prices });
  assert.ok(result.ok);
  assert.deepEqual(
    result.rates.map(({ price }) => price),
    ["0.00", "7.50", "7.50", "0.00"],
  );
  const invalidAmounts = [
    "",
    "-1",
    "8.005",
    "1e3",
    "8,00",
    "free",
    "١",
    1e21,
    0.1 + 0.2,
    true,
    [8],
    {},
    null,
    "9".repeat(16),
  ];
  for (const shipping_charge of invalidAmounts)
    assert.deepEqual(listErrorPaths({ shipping_charge }), ["shipping_charge"], String(shipping_charge));
  assert.deepEqual(listErrorPaths({ shipping_charge: undefined }), ["shipping_charge"]);
  assert.deepEqual(listErrorPaths({ handling_fee: "1.005" }), ["handling_fee"]);
  assert.deepEqual(listErrorPaths({ handling_fee: null }), []);
  assert.equal(readResponse({ rate: [{ ...validRate, shipping_charge: "8.5" }] }, "JPY").ok, false);
  const yen = readResponse({ rate: [{ ...validRate, shipping_charge: "800" }] }, "JPY");
  assert.ok(yen.ok);
  assert.deepEqual([yen.rates[0]?.price, yen.rates[0]?.handling_fee], ["800", "0"]);
  const dinar = readResponse({ rate: [{ ...validRate, shipping_charge: "0.125" }] }, "KWD");
  assert.ok(dinar.ok);
  assert.equal(dinar.rates[0]?.price, "0.125");
});

test("a shipping rate with an invalid field is omitted, and other rates are used", () => {
  const maxIdLength = 255 - "parcel-hub-shipping-".length;
  for (const id of ["x".repeat(maxIdLength), "a b", "茶-1", 0, -3, Number.MAX_SAFE_INTEGER])
    assert.deepEqual(listErrorPaths({ id }), [], String(id));
  const invalidIds = ["", " ", " a", "a ", "a\nb", "\0", "\u202ea", "\ud800", "x".repeat(maxIdLength + 1)];
  for (const id of [...invalidIds, 1.5, 2 ** 53, true, null, [], {}])
    assert.deepEqual(listErrorPaths({ id }), ["id"]);
  assert.deepEqual(listErrorPaths({ id: "other" }), ["id"], "the id of the first rate");
  for (const name of ["", "  ", null, 7, ["x"], { toString: 1 }, "x".repeat(256), "a\0b", "\udfff"])
    assert.deepEqual(listErrorPaths({ name }), ["name"]);
  for (const field of ["courier_name", "remark"]) {
    for (const value of [7, false, [], "a\0b", "x".repeat(1_001)])
      assert.deepEqual(listErrorPaths({ [field]: value }), [field]);
    assert.deepEqual(listErrorPaths({ [field]: null }), []);
  }
  const urls = [
    "javascript:alert(1)",
    "\tjavascript:alert(1)",
    "data:text/html,x",
    "//kilat.my",
    "kilat",
    "https://",
  ];
  for (const courier_url of [...urls, 7, `https://kilat.my/${"x".repeat(2_048)}`])
    assert.deepEqual(listErrorPaths({ courier_url }), ["courier_url"], String(courier_url));
  for (const courier_url of ["", null, "http://kilat.my", "HTTPS://kilat.my/a b"])
    assert.deepEqual(listErrorPaths({ courier_url }), []);
});

test("shipping rates that are not objects are omitted", () => {
  const result = readResponse({ rate: [null, 1, "x", [validRate], validRate] });
  assert.ok(result.ok);
  assert.equal(result.rates.length, 1);
  assert.deepEqual(
    new Set(result.errors.map(({ path }) => path.split(".")[1])),
    new Set(["0", "1", "2", "3"]),
  );
  assert.equal(readResponse({ rate: [null, { ...validRate, name: "" }] }).ok, false);
});

test("of ten thousand rates in an app's response, only the first hundred are used", () => {
  const result = readResponse({ rate: Array.from({ length: 10_000 }, (_, id) => ({ ...validRate, id })) });
  assert.ok(result.ok);
  assert.equal(result.rates.length, 100);
  assert.equal(result.rates.at(-1)?.store_app_id, "parcel-hub-shipping-99");
  assert.deepEqual(result.errors, [fieldError("rate", "too_many", { max: 100 })]);
});

test("a script in a rate's name is treated as text", () => {
  const name = `<script>alert("茶")</script>`;
  const result = readResponse({ rate: [{ ...validRate, name }] });
  assert.ok(result.ok);
  assert.equal(result.rates[0]?.name, name);
});

test("an error about an app's rates contains a field path, but no text from the app", () => {
  const secret = "s3cret";
  const result = readResponse({
    rate: [{ id: `${secret}\n`, name: [secret], shipping_charge: secret, courier_url: secret }],
  });
  assert.equal(result.ok, false);
  assert.doesNotMatch(JSON.stringify(result), /s3cret/);
});
