import assert from "node:assert/strict";
import { test } from "node:test";
import { canonicalQuery, signQuery, verifyQuery } from "./index.ts";
import { readVectors } from "./testing/read-vectors.ts";

const secret = "spk_test";
const now = new Date("2026-11-20T08:00:00Z");
const options = { now, maxAgeSeconds: 300, storeDomainSuffix: ".souk.localhost" };
const fresh = {
  shop: "demo.souk.localhost",
  host_url: "https://admin.souk.localhost/demo",
  timestamp: String(now.getTime() / 1000),
};

function signed(parameters: Record<string, string>): string {
  return new URLSearchParams({ ...parameters, hmac: signQuery(parameters, secret) }).toString();
}

for (const vector of readVectors().query) {
  test(`the query vector "${vector.name}" has its signed string, signature and verdict`, () => {
    const canonical = canonicalQuery(vector.parameters);
    assert.equal(canonical.ok && canonical.text, vector.signed_string);
    assert.equal(signQuery(vector.parameters, vector.secret), vector.hmac);
    assert.equal(signQuery(new URLSearchParams(vector.query), vector.secret), vector.hmac);

    const at = new Date(Number(vector.parameters.timestamp) * 1000);
    const verdict = verifyQuery(vector.query, vector.secret, { ...options, now: at });
    assert.ok(verdict.ok);
    assert.deepEqual(Object.fromEntries(verdict.parameters), { ...vector.parameters, hmac: vector.hmac });
  });
}

test("a leading question mark is not part of the query", () => {
  assert.ok(verifyQuery(`?${signed(fresh)}`, secret, options).ok);
});

test("every changed, added, dropped or renamed parameter is a bad signature", () => {
  const query = signed({ ...fresh, code: "c0de" });
  const changes = [
    query.replace("code=c0de", "code=c0df"),
    query.replace("&code=c0de", ""),
    `${query}&extra=1`,
    query.replace("code=", "codes="),
    query.replace("timestamp=1", "timestamp=2"),
    query.replace(/hmac=(.)/, (_, digit) => `hmac=${digit === "0" ? "1" : "0"}`),
    query.replace(/hmac=../, "hmac="),
    query.replace(/hmac=[0-9a-f]+/, (found) => `hmac=${found.slice(5).toUpperCase()}`),
    query.replace(/hmac=[0-9a-f]+/, "hmac=%F0%9F%98%80"),
  ];
  for (const changed of changes) {
    assert.notEqual(changed, query);
    assert.deepEqual(verifyQuery(changed, secret, options), { ok: false, reason: "bad_signature" }, changed);
  }
  assert.deepEqual(verifyQuery(query, "another", options), { ok: false, reason: "bad_signature" });
});

test("a query without hmac is rejected", () => {
  assert.deepEqual(verifyQuery(fresh, secret, options), { ok: false, reason: "missing_hmac" });
  assert.deepEqual(verifyQuery({ ...fresh, hmac: "" }, secret, options), {
    ok: false,
    reason: "missing_hmac",
  });
});

test("P38b: an ampersand smuggled into any signed value is rejected before any computation", () => {
  for (const key of ["shop", "host_url", "timestamp", "code", "state", "hmac", "x"]) {
    const smuggled = new URLSearchParams(signed({ ...fresh, code: "1", state: "2", x: "3" }));
    smuggled.set(key, `${smuggled.get(key)}&shop=evil.test`);
    assert.deepEqual(
      verifyQuery(smuggled.toString(), secret, options),
      { ok: false, reason: "ampersand_in_value" },
      key,
    );
    assert.throws(() => signQuery({ ...fresh, [key]: "a&b" }, secret), TypeError);
  }
});

test("P38b: a signature moved to a smuggled border fails although the joined text is equal", () => {
  const honest = signed({ ...fresh, code: "c0de" });
  const hmac = new URLSearchParams(honest).get("hmac") ?? "";
  const joined = new URLSearchParams({ code: `c0de&host_url=${fresh.host_url}`, ...fresh, hmac });
  joined.delete("host_url");
  assert.deepEqual(verifyQuery(joined, secret, options), { ok: false, reason: "ampersand_in_value" });
});

test("P38b: an ampersand or an equals sign in a key is rejected", () => {
  const hmac = signQuery({ ...fresh, state: "a=b" }, secret);
  assert.deepEqual(verifyQuery({ ...fresh, "state=a": "b", hmac }, secret, options), {
    ok: false,
    reason: "equals_in_key",
  });
  assert.deepEqual(verifyQuery({ ...fresh, "x&y": "1", hmac }, secret, options), {
    ok: false,
    reason: "ampersand_in_key",
  });
});

test("P38b: a repeated key is rejected, also with the same value, also when it is hmac", () => {
  const query = signed(fresh);
  for (const repeated of [
    "shop=demo.souk.localhost",
    "shop=evil.test",
    "%73hop=x",
    "hmac=0",
    "new=1&new=1",
  ]) {
    assert.deepEqual(verifyQuery(`${query}&${repeated}`, secret, options), {
      ok: false,
      reason: "repeated_key",
    });
  }
});

test("a name of every object is an ordinary key", () => {
  for (const key of ["__proto__", "constructor", "toString"]) {
    const query = `${new URLSearchParams(fresh)}&${key}=1`;
    const verdict = verifyQuery(`${query}&hmac=${signQuery(query, secret)}`, secret, options);
    assert.ok(verdict.ok && verdict.parameters.get(key) === "1", key);
  }
});

test("INS-20: an old, future, missing or malformed timestamp is stale, although signed", () => {
  const seconds = now.getTime() / 1000;
  const at = (timestamp: string) => verifyQuery(signed({ ...fresh, timestamp }), secret, options);
  assert.ok(at(String(seconds - 300)).ok);
  assert.ok(at(String(seconds + 300)).ok);
  for (const timestamp of [
    seconds - 301,
    seconds + 301,
    `${seconds}.0`,
    `+${seconds}`,
    ` ${seconds}`,
    "",
    "now",
  ]) {
    assert.deepEqual(at(String(timestamp)), { ok: false, reason: "stale_timestamp" }, String(timestamp));
  }
  assert.deepEqual(verifyQuery(signed({ shop: fresh.shop }), secret, options), {
    ok: false,
    reason: "stale_timestamp",
  });
});

test("INS-20: a store that is not a hostname below the suffix is rejected, although signed", () => {
  const bad = [
    "souk.localhost",
    ".souk.localhost",
    "evilsouk.localhost",
    "demo.souk.localhost.evil.test",
    "evil.test/.souk.localhost",
    "evil.test#.souk.localhost",
    "user@demo.souk.localhost",
    "demo.souk.localhost:4000",
    "demo.souk.localhost.",
    "demo..souk.localhost",
    "-demo.souk.localhost",
    "demo\n.souk.localhost",
    "Demo.souk.localhost",
    "",
  ];
  for (const shop of bad) {
    const verdict = verifyQuery(signed({ ...fresh, shop }), secret, options);
    assert.deepEqual(verdict, { ok: false, reason: "bad_shop" }, shop);
  }
  const { storeDomainSuffix, ...withoutSuffix } = options;
  assert.ok(verifyQuery(signed({ ...fresh, shop: "evil.test" }), secret, withoutSuffix).ok);
  assert.ok(
    verifyQuery(signed(fresh), secret, { ...withoutSuffix, storeDomainSuffix: storeDomainSuffix.slice(1) })
      .ok,
  );
});

test("an empty secret signs and verifies nothing", () => {
  assert.throws(() => signQuery(fresh, ""), TypeError);
  assert.throws(() => verifyQuery({ ...fresh, hmac: "0" }, "", options), TypeError);
});
