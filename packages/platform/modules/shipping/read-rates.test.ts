import assert from "node:assert/strict";
import { test } from "node:test";
import { callbacks } from "@souk/contract";
import { readRates } from "./read-rates.ts";

const reading = { app_handle: "parcel-desk", currency_code: "MYR" };
const good = { id: "std", name: "Standard", shipping_charge: "8" };

function read(answer: unknown, currency_code = "MYR") {
  const body = typeof answer === "string" ? answer : JSON.stringify(answer);
  return readRates(Buffer.from(body), { ...reading, currency_code });
}

/** The faults of one rate, with a good one beside it. */
function faultsOf(changes: object): string[] {
  const verdict = read({
    rate: [
      { ...good, id: "other" },
      { ...good, ...changes },
    ],
  });
  assert.ok(verdict.ok);
  const left = verdict.faults.length === 0 ? 2 : 1;
  assert.equal(verdict.rates.length, left, JSON.stringify(changes).slice(0, 80));
  return [...new Set(verdict.faults.map(({ path }) => path.replace(/^rate\.1\./, "")))];
}

test("ORD-3: a rate's store_app_id is made of the app's handle and the id that the app gave it", () => {
  const whole = {
    id: 7,
    name: " Next day ",
    remark: "Before noon",
    handling_fee: 1.5,
    shipping_charge: "12",
    courier_name: "Kilat",
    courier_url: "https://kilat.my/track?x=1",
    unknown: { deep: [] },
  };
  assert.deepEqual(read({ rate: [whole] }), {
    ok: true,
    rates: [
      {
        store_app_id: "parcel-desk-shipping-7",
        name: "Next day",
        price: "12.00",
        handling_fee: "1.50",
        courier_name: "Kilat",
        courier_url: "https://kilat.my/track?x=1",
        remark: "Before noon",
        app_handle: "parcel-desk",
      },
    ],
    faults: [],
  });
});

test("the answers of the reference are taken whole", () => {
  for (const topic of ["shipping/list/cod", "shipping/list/non_cod"] as const) {
    const { answer } = callbacks[topic].example;
    const verdict = read(answer);
    assert.ok(verdict.ok && verdict.faults.length === 0, topic);
    assert.equal(verdict.rates.length, answer.rate.length);
  }
});

test("no rates is an answer, and what is no list of rates is none", () => {
  assert.deepEqual(read({ rate: [] }), { ok: true, rates: [], faults: [] });
  const none = ["", "null", "[]", "1", '"rate"', "{}", '{"rate":{}}', '{"rate":"x"}', '{"rates":[]}'];
  for (const body of [
    ...none,
    '{"rate":[',
    "[".repeat(60_000),
    '{"rate":[]}\n}',
    '{"__proto__":{"rate":[]}}',
  ])
    assert.equal(read(body).ok, false, body.slice(0, 40));
  assert.equal(readRates(Uint8Array.of(0x7b, 0xff, 0x7d), reading).ok, false);
});

test("amounts have the decimals of the parcel's currency and no others", () => {
  const amounts = ["0", "007.50", 7.5, 0];
  const prices = amounts.map((shipping_charge, id) => ({ ...good, id, shipping_charge }));
  const verdict = read({ rate: prices });
  assert.ok(verdict.ok);
  assert.deepEqual(
    verdict.rates.map(({ price }) => price),
    ["0.00", "7.50", "7.50", "0.00"],
  );
  const wrong = [
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
  for (const shipping_charge of wrong)
    assert.deepEqual(faultsOf({ shipping_charge }), ["shipping_charge"], String(shipping_charge));
  assert.deepEqual(faultsOf({ shipping_charge: undefined }), ["shipping_charge"]);
  assert.deepEqual(faultsOf({ handling_fee: "1.005" }), ["handling_fee"]);
  assert.deepEqual(faultsOf({ handling_fee: null }), []);
  assert.equal(read({ rate: [{ ...good, shipping_charge: "8.5" }] }, "JPY").ok, false);
  const yen = read({ rate: [{ ...good, shipping_charge: "800" }] }, "JPY");
  assert.ok(yen.ok);
  assert.deepEqual([yen.rates[0]?.price, yen.rates[0]?.handling_fee], ["800", "0"]);
  const dinar = read({ rate: [{ ...good, shipping_charge: "0.125" }] }, "KWD");
  assert.ok(dinar.ok);
  assert.equal(dinar.rates[0]?.price, "0.125");
});

test("a rate with a wrong field is left out and the field named, and those beside it stay", () => {
  const most = 255 - "parcel-desk-shipping-".length;
  for (const id of ["x".repeat(most), "a b", "茶-1", 0, -3, Number.MAX_SAFE_INTEGER])
    assert.deepEqual(faultsOf({ id }), [], String(id));
  const wrongIds = ["", " ", " a", "a ", "a\nb", "\0", "\u202ea", "\ud800", "x".repeat(most + 1)];
  for (const id of [...wrongIds, 1.5, 2 ** 53, true, null, [], {}])
    assert.deepEqual(faultsOf({ id }), ["id"]);
  assert.deepEqual(faultsOf({ id: "other" }), ["id"], "that of the first");
  for (const name of ["", "  ", null, 7, ["x"], { toString: 1 }, "x".repeat(256), "a\0b", "\udfff"])
    assert.deepEqual(faultsOf({ name }), ["name"]);
  for (const field of ["courier_name", "remark"]) {
    for (const value of [7, false, [], "a\0b", "x".repeat(1_001)])
      assert.deepEqual(faultsOf({ [field]: value }), [field]);
    assert.deepEqual(faultsOf({ [field]: null }), []);
  }
  const addresses = [
    "javascript:alert(1)",
    "\tjavascript:alert(1)",
    "data:text/html,x",
    "//kilat.my",
    "kilat",
    "https://",
  ];
  for (const courier_url of [...addresses, 7, `https://kilat.my/${"x".repeat(2_048)}`])
    assert.deepEqual(faultsOf({ courier_url }), ["courier_url"], String(courier_url));
  for (const courier_url of ["", null, "http://kilat.my", "HTTPS://kilat.my/a b"])
    assert.deepEqual(faultsOf({ courier_url }), []);
});

test("what is no object among the rates is left out, and an answer of such alone is none", () => {
  const verdict = read({ rate: [null, 1, "x", [good], good] });
  assert.ok(verdict.ok);
  assert.equal(verdict.rates.length, 1);
  assert.deepEqual(
    new Set(verdict.faults.map(({ path }) => path.split(".")[1])),
    new Set(["0", "1", "2", "3"]),
  );
  assert.equal(read({ rate: [null, { ...good, name: "" }] }).ok, false);
});

test("of ten thousand rates the first hundred are taken", () => {
  const verdict = read({ rate: Array.from({ length: 10_000 }, (_, id) => ({ ...good, id })) });
  assert.ok(verdict.ok);
  assert.equal(verdict.rates.length, 100);
  assert.equal(verdict.rates.at(-1)?.store_app_id, "parcel-desk-shipping-99");
  assert.deepEqual(verdict.faults, [{ path: "rate", message: "has more than 100 entries" }]);
});

test("script in a name is text like other text", () => {
  const name = `<script>alert("茶")</script>`;
  const verdict = read({ rate: [{ ...good, name }] });
  assert.ok(verdict.ok);
  assert.equal(verdict.rates[0]?.name, name);
});

test("a fault names its place and says nothing that the app wrote", () => {
  const secret = "s3cret";
  const verdict = read({
    rate: [{ id: `${secret}\n`, name: [secret], shipping_charge: secret, courier_url: secret }],
  });
  assert.equal(verdict.ok, false);
  assert.doesNotMatch(JSON.stringify(verdict), /s3cret/);
});
