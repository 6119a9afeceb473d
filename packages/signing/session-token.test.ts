import assert from "node:assert/strict";
import { createHmac } from "node:crypto";
import { test } from "node:test";
import { type SessionClaims, signSessionToken, verifySessionToken } from "./index.ts";

const secret = "spk_3f9a1c7e5b2d4860";
const claims: SessionClaims = {
  iss: "https://admin.souk.example/kedai",
  dest: "https://kedai.souk.example",
  aud: "9f0c",
  sub: "42",
  iat: 1_795_000_000,
  nbf: 1_795_000_000,
  exp: 1_795_000_060,
  jti: "j1",
  sid: "s1",
  role: "packer",
  rights: ["orders.view"],
  scopes: ["read_products"],
};
const toDate = (seconds: number): Date => new Date(seconds * 1000);
const options = {
  secrets: [secret],
  clientId: "9f0c",
  now: toDate(claims.iat + 10),
  storeDomainSuffix: ".souk.example",
};

// The tokens below were created in a shell: header and claims with `openssl base64`, signatures with `openssl dgst -hmac … -binary`.
const payload =
  "eyJpc3MiOiJodHRwczovL2FkbWluLnNvdWsuZXhhbXBsZS9rZWRhaSIsImRlc3QiOiJodHRwczovL2tlZGFpLnNvdWsuZXhhbXBsZSIsImF1ZCI6IjlmMGMiLCJzdWIiOiI0MiIsImlhdCI6MTc5NTAwMDAwMCwibmJmIjoxNzk1MDAwMDAwLCJleHAiOjE3OTUwMDAwNjAsImp0aSI6ImoxIiwic2lkIjoiczEiLCJyb2xlIjoicGFja2VyIiwicmlnaHRzIjpbIm9yZGVycy52aWV3Il0sInNjb3BlcyI6WyJyZWFkX3Byb2R1Y3RzIl19";
const opensslToken = `eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.${payload}.2rGGuoWzgTyA_gsTcREHsQZWSA5aRh4MvXGgUTfMg5I`;
const unsignedText = `eyJhbGciOiJub25lIiwidHlwIjoiSldUIn0.${payload}`;
const hs512Token = `eyJhbGciOiJIUzUxMiIsInR5cCI6IkpXVCJ9.${payload}.ZKZjM4KImqqh4Isb1eQi-I8WQif2gNZZAADW2Fum2_3enllHgEeJkCzooVEaKwMmn-BlZf6R6fHaDxypUaSgJA`;

const getOutcome = (token: string, changedOptions: Partial<typeof options> = {}): string => {
  const verdict = verifySessionToken(token, { ...options, ...changedOptions });
  return verdict.ok ? "ok" : verdict.reason;
};
const signWithClaims = (changedClaims: object): string =>
  signSessionToken({ ...claims, ...changedClaims }, secret);
const base64url = (text: string): string => Buffer.from(text).toString("base64url");

/** Sign a token with any header and payload. */
function signRaw(header: string, body: string): string {
  const text = `${base64url(header)}.${base64url(body)}`;
  return `${text}.${createHmac("sha256", secret).update(text).digest("base64url")}`;
}

test("signing claims creates the same session token as openssl, and verifying the token returns the claims", () => {
  assert.equal(signSessionToken(claims, secret), opensslToken);
  assert.deepEqual(verifySessionToken(opensslToken, options), { ok: true, claims });
});

test("a session token with an algorithm other than HS256 is rejected", () => {
  assert.equal(getOutcome(hs512Token), "unsupported_algorithm");
  assert.equal(getOutcome(`${unsignedText}.x`), "unsupported_algorithm");
  assert.equal(getOutcome(`${unsignedText}.`), "malformed");
  assert.equal(getOutcome(signRaw('{"alg":"hs256"}', JSON.stringify(claims))), "unsupported_algorithm");
  const tokenWithCrit = signRaw('{"alg":"HS256","crit":["b64"],"b64":false}', JSON.stringify(claims));
  assert.equal(getOutcome(tokenWithCrit), "unsupported_algorithm");
});

test("a session token with a changed claim or signature gets bad_signature", () => {
  const [header, , signature] = opensslToken.split(".");
  const forgedPayload = base64url(JSON.stringify({ ...claims, dest: "https://other.souk.example", exp: 1 }));
  assert.equal(getOutcome(`${header}.${forgedPayload}.${signature}`), "bad_signature");
  assert.equal(getOutcome(`${opensslToken.slice(0, -2)}AA`), "bad_signature");
  // The last base64url character of 32 bytes has two unused bits. Only the encoding with zeros is accepted.
  assert.equal(getOutcome(`${opensslToken.slice(0, -1)}J`), "bad_signature");
  assert.equal(getOutcome(opensslToken, { secrets: ["another", "and another"] }), "bad_signature");
});

test("a session token signed with any of several secrets is accepted", () => {
  assert.equal(getOutcome(opensslToken, { secrets: ["new", secret] }), "ok");
  assert.equal(getOutcome(opensslToken, { secrets: [secret, "new"] }), "ok");
});

test("a session token is valid from nbf to exp, extended by a leeway of 5 s by default", () => {
  assert.equal(getOutcome(opensslToken, { now: toDate(claims.exp + 4.9) }), "ok");
  assert.equal(getOutcome(opensslToken, { now: toDate(claims.exp + 5) }), "expired");
  assert.equal(getOutcome(opensslToken, { now: toDate(claims.nbf - 5) }), "ok");
  assert.equal(getOutcome(opensslToken, { now: toDate(claims.nbf - 5.1) }), "not_yet_valid");
  const resultWithoutLeeway = verifySessionToken(opensslToken, {
    ...options,
    now: toDate(claims.exp),
    leewaySeconds: 0,
  });
  assert.deepEqual(resultWithoutLeeway, { ok: false, reason: "expired" });
});

test("a session token for another app, or whose dest is not a store of this platform, is rejected", () => {
  assert.equal(getOutcome(opensslToken, { clientId: "other" }), "wrong_audience");
  for (const dest of [
    "https://kedai.souk.example.evil.example",
    "https://kedai.souk.example/path",
    "https://user@kedai.souk.example",
    "https://souk.example",
    "kedai.souk.example",
    "javascript:alert(1)",
  ])
    assert.equal(getOutcome(signWithClaims({ dest })), "bad_shop", dest);
  assert.equal(getOutcome(signWithClaims({ dest: "http://kedai.souk.example:4000" })), "ok");
});

test("a session token with missing claims or claims of a wrong type is rejected", () => {
  const invalidClaims = [
    { aud: ["9f0c"] },
    { exp: "never" },
    { exp: Number.NaN },
    { dest: undefined },
    { sub: "" },
    { role: undefined },
    { role: "" },
    { rights: undefined },
    { rights: "orders.view" },
    { scopes: "read_products" },
    { scopes: [7] },
  ];
  for (const changedClaims of invalidClaims)
    assert.equal(getOutcome(signWithClaims(changedClaims)), "bad_claims", JSON.stringify(changedClaims));
  assert.equal(getOutcome(signRaw('{"alg":"HS256"}', "[]")), "bad_claims");
});

test("a text that is not a session token is malformed", () => {
  for (const text of ["", "a.b", "a.b.c", `${opensslToken}.x`, `Bearer ${opensslToken}`, `${opensslToken}=`])
    assert.equal(getOutcome(text), "malformed", text);
  assert.equal(getOutcome(signRaw('{"alg":"HS256"}', "x".repeat(5_000))), "malformed");
});

test("signing or verifying a session token with an empty secret throws an error", () => {
  assert.throws(() => signSessionToken(claims, ""), TypeError);
  assert.throws(() => getOutcome(opensslToken, { secrets: [""] }), TypeError);
  assert.throws(() => getOutcome(opensslToken, { secrets: [] }), TypeError);
});
