import assert from "node:assert/strict";
import { test } from "node:test";
import { deriveKey, isOperatorBody, operatorKey, signOperator, verifyOperator } from "./index.ts";

const secretKey = Buffer.alloc(32, 7);
const key = operatorKey(secretKey);
const now = new Date("2026-11-21T04:00:00Z");
const request = { method: "POST", path: "/api/console/staff.json" };
const body = Buffer.from('{"staff":{"email":"ana@souk.test"}}');
const header = signOperator({ ...request, body }, key, now);
const bodyHash = header.slice(header.indexOf(".") + 1, header.lastIndexOf("."));

test("an operator's signature is valid for five minutes in either direction", () => {
  for (const seconds of [-300, 0, 300]) {
    const at = new Date(now.getTime() + seconds * 1000);
    assert.deepEqual(verifyOperator(header, { ...request, now: at }, key), {
      ok: true,
      body_sha256: bodyHash,
    });
  }
  for (const seconds of [-301, 301]) {
    const at = new Date(now.getTime() + seconds * 1000);
    assert.deepEqual(verifyOperator(header, { ...request, now: at }, key), { ok: false, reason: "stale" });
  }
});

test("an operator's signature is invalid for another method, path or time", () => {
  const wrong = { ok: false, reason: "bad_signature" };
  assert.deepEqual(verifyOperator(header, { ...request, method: "DELETE", now }, key), wrong);
  assert.deepEqual(verifyOperator(header, { ...request, path: "/api/console/other.json", now }, key), wrong);
  const later = header.replace(/ [0-9]+/, ` ${now.getTime() / 1000 + 1}`);
  assert.deepEqual(verifyOperator(later, { ...request, now }, key), wrong);
});

test("an operator's signature covers the body, to the byte", () => {
  const verdict = verifyOperator(header, { ...request, now }, key);
  assert.ok(verdict.ok);
  assert.equal(isOperatorBody(body, verdict.body_sha256), true);
  for (const other of ["", `${body} `, '{"staff":{"email":"eve@souk.test"}}'])
    assert.equal(isOperatorBody(Buffer.from(other), verdict.body_sha256), false, other);
  const elsewhere = signOperator({ ...request, body: "another" }, key, now).split(".")[1];
  const swapped = header.replace(bodyHash, elsewhere ?? "");
  assert.deepEqual(verifyOperator(swapped, { ...request, now }, key), { ok: false, reason: "bad_signature" });
});

test("a signature is invalid with another platform's key", () => {
  const other = operatorKey(Buffer.alloc(32, 8));
  assert.deepEqual(verifyOperator(header, { ...request, now }, other), {
    ok: false,
    reason: "bad_signature",
  });
});

test("missing, malformed and wrong headers are distinguished", () => {
  const missing = { ok: false, reason: "missing" };
  assert.deepEqual(verifyOperator(undefined, { ...request, now }, key), missing);
  assert.deepEqual(verifyOperator("", { ...request, now }, key), missing);
  for (const text of [
    header.toUpperCase(),
    `${header} `,
    header.slice(0, -1),
    header.replace("Operator", "Bearer"),
    header.replace(`${bodyHash}.`, ""),
  ]) {
    assert.deepEqual(verifyOperator(text, { ...request, now }, key), { ok: false, reason: "malformed" });
  }
});

test("each purpose has its own key, different from the secret key", () => {
  const consent = deriveKey(secretKey, "consent");
  assert.equal(consent.length, 32);
  assert.notDeepEqual(consent, key);
  assert.notDeepEqual(consent, secretKey);
  assert.deepEqual(consent, deriveKey(Buffer.alloc(32, 7), "consent"));
  assert.throws(() => deriveKey(Buffer.alloc(16), "consent"), /32 bytes/);
});
