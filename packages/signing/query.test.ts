import assert from "node:assert/strict";
import { test } from "node:test";
import { buildCanonicalQuery, signQuery, verifyQuery } from "./index.ts";
import { readVectors } from "./testing/read-vectors.ts";

const secret = "spk_test";
const now = new Date("2026-11-20T08:00:00Z");
const options = { now, maxAgeSeconds: 300, storeDomainSuffix: ".souk.localhost" };
const freshParameters = {
  shop: "demo.souk.localhost",
  host_url: "https://admin.souk.localhost/demo",
  timestamp: String(now.getTime() / 1000),
};

function signParameters(parameters: Record<string, string>): string {
  return new URLSearchParams({ ...parameters, hmac: signQuery(parameters, secret) }).toString();
}

for (const vector of readVectors().query) {
  test(`the query vector "${vector.name}" has the expected signature and is accepted`, () => {
    const canonical = buildCanonicalQuery(vector.parameters);
    assert.equal(canonical.ok && canonical.text, vector.signed_string);
    assert.equal(signQuery(vector.parameters, vector.secret), vector.hmac);
    assert.equal(signQuery(new URLSearchParams(vector.query), vector.secret), vector.hmac);

    const signingTime = new Date(Number(vector.parameters.timestamp) * 1000);
    const verdict = verifyQuery(vector.query, vector.secret, { ...options, now: signingTime });
    assert.ok(verdict.ok);
    assert.deepEqual(Object.fromEntries(verdict.parameters), { ...vector.parameters, hmac: vector.hmac });
  });
}

test("the leading question mark of a query string is not signed", () => {
  assert.ok(verifyQuery(`?${signParameters(freshParameters)}`, secret, options).ok);
});

test("a signed query with a changed, added, removed or renamed parameter is rejected", () => {
  const query = signParameters({ ...freshParameters, code: "c0de" });
  const changedQueries = [
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
  for (const changedQuery of changedQueries) {
    assert.notEqual(changedQuery, query);
    assert.deepEqual(
      verifyQuery(changedQuery, secret, options),
      { ok: false, reason: "bad_signature" },
      changedQuery,
    );
  }
  assert.deepEqual(verifyQuery(query, "another", options), { ok: false, reason: "bad_signature" });
});

test("a query without hmac is rejected", () => {
  assert.deepEqual(verifyQuery(freshParameters, secret, options), { ok: false, reason: "missing_hmac" });
  assert.deepEqual(verifyQuery({ ...freshParameters, hmac: "" }, secret, options), {
    ok: false,
    reason: "missing_hmac",
  });
});

test("P38b: an ampersand in any query parameter is rejected as ampersand_in_value", () => {
  for (const key of ["shop", "host_url", "timestamp", "code", "state", "hmac", "x"]) {
    const changedQuery = new URLSearchParams(
      signParameters({ ...freshParameters, code: "1", state: "2", x: "3" }),
    );
    changedQuery.set(key, `${changedQuery.get(key)}&shop=evil.test`);
    assert.deepEqual(
      verifyQuery(changedQuery.toString(), secret, options),
      { ok: false, reason: "ampersand_in_value" },
      key,
    );
    assert.throws(() => signQuery({ ...freshParameters, [key]: "a&b" }, secret), TypeError);
  }
});

test("P38b: a query that joins two parameters with an encoded ampersand is rejected", () => {
  const signedQuery = signParameters({ ...freshParameters, code: "c0de" });
  const hmac = new URLSearchParams(signedQuery).get("hmac") ?? "";
  const joinedQuery = new URLSearchParams({
    code: `c0de&host_url=${freshParameters.host_url}`,
    ...freshParameters,
    hmac,
  });
  joinedQuery.delete("host_url");
  assert.deepEqual(verifyQuery(joinedQuery, secret, options), { ok: false, reason: "ampersand_in_value" });
});

test("P38b: an ampersand or an equals sign in a query key is rejected", () => {
  const hmac = signQuery({ ...freshParameters, state: "a=b" }, secret);
  assert.deepEqual(verifyQuery({ ...freshParameters, "state=a": "b", hmac }, secret, options), {
    ok: false,
    reason: "equals_in_key",
  });
  assert.deepEqual(verifyQuery({ ...freshParameters, "x&y": "1", hmac }, secret, options), {
    ok: false,
    reason: "ampersand_in_key",
  });
});

test("P38b: a repeated query key is rejected, even `hmac` or a key that has the same value twice", () => {
  const query = signParameters(freshParameters);
  for (const repeatedParameter of [
    "shop=demo.souk.localhost",
    "shop=evil.test",
    "%73hop=x",
    "hmac=0",
    "new=1&new=1",
  ]) {
    assert.deepEqual(verifyQuery(`${query}&${repeatedParameter}`, secret, options), {
      ok: false,
      reason: "repeated_key",
    });
  }
});

test("query keys such as __proto__ are handled like any other key", () => {
  for (const key of ["__proto__", "constructor", "toString"]) {
    const query = `${new URLSearchParams(freshParameters)}&${key}=1`;
    const verdict = verifyQuery(`${query}&hmac=${signQuery(query, secret)}`, secret, options);
    assert.ok(verdict.ok && verdict.parameters.get(key) === "1", key);
  }
});

test("INS-20: a signed query with an old, future or invalid timestamp is rejected", () => {
  const seconds = now.getTime() / 1000;
  const verifyWithTimestamp = (timestamp: string) =>
    verifyQuery(signParameters({ ...freshParameters, timestamp }), secret, options);
  assert.ok(verifyWithTimestamp(String(seconds - 300)).ok);
  assert.ok(verifyWithTimestamp(String(seconds + 300)).ok);
  for (const timestamp of [
    seconds - 301,
    seconds + 301,
    `${seconds}.0`,
    `+${seconds}`,
    ` ${seconds}`,
    "",
    "now",
  ]) {
    assert.deepEqual(
      verifyWithTimestamp(String(timestamp)),
      { ok: false, reason: "stale_timestamp" },
      String(timestamp),
    );
  }
  assert.deepEqual(verifyQuery(signParameters({ shop: freshParameters.shop }), secret, options), {
    ok: false,
    reason: "stale_timestamp",
  });
});

test("INS-20: a signed query with a shop outside the domain suffix is rejected", () => {
  const invalidShops = [
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
  for (const shop of invalidShops) {
    const verdict = verifyQuery(signParameters({ ...freshParameters, shop }), secret, options);
    assert.deepEqual(verdict, { ok: false, reason: "bad_shop" }, shop);
  }
  const { storeDomainSuffix, ...withoutSuffix } = options;
  assert.ok(verifyQuery(signParameters({ ...freshParameters, shop: "evil.test" }), secret, withoutSuffix).ok);
  assert.ok(
    verifyQuery(signParameters(freshParameters), secret, {
      ...withoutSuffix,
      storeDomainSuffix: storeDomainSuffix.slice(1),
    }).ok,
  );
});

test("signing or verifying a query with an empty secret throws an error", () => {
  assert.throws(() => signQuery(freshParameters, ""), TypeError);
  assert.throws(() => verifyQuery({ ...freshParameters, hmac: "0" }, "", options), TypeError);
});
