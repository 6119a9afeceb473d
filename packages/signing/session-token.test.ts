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
};
const at = (seconds: number): Date => new Date(seconds * 1000);
const expected = {
  secrets: [secret],
  clientId: "9f0c",
  now: at(claims.iat + 10),
  storeDomainSuffix: ".souk.example",
};

// Made in a shell: `openssl base64` of header and claims, `openssl dgst -sha256 -hmac … -binary` of the two.
const payload =
  "eyJpc3MiOiJodHRwczovL2FkbWluLnNvdWsuZXhhbXBsZS9rZWRhaSIsImRlc3QiOiJodHRwczovL2tlZGFpLnNvdWsuZXhhbXBsZSIsImF1ZCI6IjlmMGMiLCJzdWIiOiI0MiIsImlhdCI6MTc5NTAwMDAwMCwibmJmIjoxNzk1MDAwMDAwLCJleHAiOjE3OTUwMDAwNjAsImp0aSI6ImoxIiwic2lkIjoiczEifQ";
const fromOpenssl = `eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.${payload}.c6GccGVgkSeQJ8WO5m7v9fa9EwMuKgk_5CKtwE55Ess`;
const unsigned = `eyJhbGciOiJub25lIiwidHlwIjoiSldUIn0.${payload}`;
const hs512 = `eyJhbGciOiJIUzUxMiIsInR5cCI6IkpXVCJ9.${payload}.OW_9pa8KlczUMgkfT6SjRvv8LTdHwGULQLS3kYtg21ohg53PcsrPIgrWST4958LzeXFy-CV2XbjhkTZjW3kSrA`;

const getReason = (token: string, over: Partial<typeof expected> = {}): string => {
  const verdict = verifySessionToken(token, { ...expected, ...over });
  return verdict.ok ? "ok" : verdict.reason;
};
const withClaims = (over: object): string => signSessionToken({ ...claims, ...over }, secret);
const base64url = (text: string): string => Buffer.from(text).toString("base64url");

/** Return a correctly signed token with any header and payload. */
function signedAsWritten(header: string, body: string): string {
  const text = `${base64url(header)}.${base64url(body)}`;
  return `${text}.${createHmac("sha256", secret).update(text).digest("base64url")}`;
}

test("a token equals openssl's for the same claims, and its claims are returned", () => {
  assert.equal(signSessionToken(claims, secret), fromOpenssl);
  assert.deepEqual(verifySessionToken(fromOpenssl, expected), { ok: true, claims });
});

test("no algorithm but HS256 is accepted, whatever the header says", () => {
  assert.equal(getReason(hs512), "unsupported_algorithm");
  assert.equal(getReason(`${unsigned}.x`), "unsupported_algorithm");
  assert.equal(getReason(`${unsigned}.`), "malformed");
  assert.equal(
    getReason(signedAsWritten('{"alg":"hs256"}', JSON.stringify(claims))),
    "unsupported_algorithm",
  );
  const critical = signedAsWritten('{"alg":"HS256","crit":["b64"],"b64":false}', JSON.stringify(claims));
  assert.equal(getReason(critical), "unsupported_algorithm");
});

test("a changed claim, signature or secret is rejected before any claim is read", () => {
  const [header, , signature] = fromOpenssl.split(".");
  const forged = base64url(JSON.stringify({ ...claims, dest: "https://other.souk.example", exp: 1 }));
  assert.equal(getReason(`${header}.${forged}.${signature}`), "bad_signature");
  assert.equal(getReason(`${fromOpenssl.slice(0, -2)}AA`), "bad_signature");
  // The last character of 32 bytes in base64url holds two bits that mean nothing: only one way of writing is taken.
  assert.equal(getReason(`${fromOpenssl.slice(0, -1)}t`), "bad_signature");
  assert.equal(getReason(fromOpenssl, { secrets: ["another", "and another"] }), "bad_signature");
});

test("during a rotation the old and the new secret are both taken", () => {
  assert.equal(getReason(fromOpenssl, { secrets: ["new", secret] }), "ok");
  assert.equal(getReason(fromOpenssl, { secrets: [secret, "new"] }), "ok");
});

test("a token counts from nbf to exp, give or take the leeway", () => {
  assert.equal(getReason(fromOpenssl, { now: at(claims.exp + 4.9) }), "ok");
  assert.equal(getReason(fromOpenssl, { now: at(claims.exp + 5) }), "expired");
  assert.equal(getReason(fromOpenssl, { now: at(claims.nbf - 5) }), "ok");
  assert.equal(getReason(fromOpenssl, { now: at(claims.nbf - 5.1) }), "not_yet_valid");
  const strict = verifySessionToken(fromOpenssl, { ...expected, now: at(claims.exp), leewaySeconds: 0 });
  assert.deepEqual(strict, { ok: false, reason: "expired" });
});

test("a token of another app, or of a store elsewhere, is rejected", () => {
  assert.equal(getReason(fromOpenssl, { clientId: "other" }), "wrong_audience");
  for (const dest of [
    "https://kedai.souk.example.evil.example",
    "https://kedai.souk.example/path",
    "https://user@kedai.souk.example",
    "https://souk.example",
    "kedai.souk.example",
    "javascript:alert(1)",
  ])
    assert.equal(getReason(withClaims({ dest })), "bad_shop", dest);
  assert.equal(getReason(withClaims({ dest: "http://kedai.souk.example:4000" })), "ok");
});

test("claims that are missing or of another type are rejected", () => {
  const kinds = [{ aud: ["9f0c"] }, { exp: "never" }, { exp: Number.NaN }, { dest: undefined }, { sub: "" }];
  for (const over of kinds) assert.equal(getReason(withClaims(over)), "bad_claims", JSON.stringify(over));
  assert.equal(getReason(signedAsWritten('{"alg":"HS256"}', "[]")), "bad_claims");
});

test("a text that is not a token is malformed, and costs next to nothing", () => {
  for (const text of ["", "a.b", "a.b.c", `${fromOpenssl}.x`, `Bearer ${fromOpenssl}`, `${fromOpenssl}=`])
    assert.equal(getReason(text), "malformed", text);
  assert.equal(getReason(signedAsWritten('{"alg":"HS256"}', "x".repeat(5_000))), "malformed");
});

test("nothing is signed or checked with an empty secret", () => {
  assert.throws(() => signSessionToken(claims, ""), TypeError);
  assert.throws(() => getReason(fromOpenssl, { secrets: [""] }), TypeError);
  assert.throws(() => getReason(fromOpenssl, { secrets: [] }), TypeError);
});
