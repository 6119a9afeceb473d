import assert from "node:assert/strict";
import { test } from "node:test";
import { deriveKey, deriveOperatorKey, isOperatorBody, signOperator, verifyOperator } from "./index.ts";

const secretKey = Buffer.alloc(32, 7);
const key = deriveOperatorKey(secretKey);
const now = new Date("2026-11-21T04:00:00Z");
const request = { method: "POST", path: "/api/console/staff.json" };
const body = Buffer.from('{"staff":{"email":"ana@souk.test"}}');
const header = signOperator({ ...request, body }, key, now);
const bodyHash = header.slice(header.indexOf(".") + 1, header.lastIndexOf("."));

test("an operator's signature is valid up to 5 minutes before and after its time", () => {
  for (const seconds of [-300, 0, 300]) {
    const receivedAt = new Date(now.getTime() + seconds * 1000);
    assert.deepEqual(verifyOperator(header, { ...request, now: receivedAt }, key), {
      ok: true,
      body_sha256: bodyHash,
    });
  }
  for (const seconds of [-301, 301]) {
    const receivedAt = new Date(now.getTime() + seconds * 1000);
    assert.deepEqual(verifyOperator(header, { ...request, now: receivedAt }, key), {
      ok: false,
      reason: "stale",
    });
  }
});

test("an operator's signature is invalid for another method, path or time", () => {
  const badSignature = { ok: false, reason: "bad_signature" };
  assert.deepEqual(verifyOperator(header, { ...request, method: "DELETE", now }, key), badSignature);
  assert.deepEqual(
    verifyOperator(header, { ...request, path: "/api/console/other.json", now }, key),
    badSignature,
  );
  const headerWithLaterTime = header.replace(/ [0-9]+/, ` ${now.getTime() / 1000 + 1}`);
  assert.deepEqual(verifyOperator(headerWithLaterTime, { ...request, now }, key), badSignature);
});

test("an operator's signature is invalid for another body", () => {
  const verdict = verifyOperator(header, { ...request, now }, key);
  assert.ok(verdict.ok);
  assert.equal(isOperatorBody(body, verdict.body_sha256), true);
  for (const otherBody of ["", `${body} `, '{"staff":{"email":"eve@souk.test"}}'])
    assert.equal(isOperatorBody(Buffer.from(otherBody), verdict.body_sha256), false, otherBody);
  const otherBodyHash = signOperator({ ...request, body: "another" }, key, now).split(".")[1];
  const headerWithOtherHash = header.replace(bodyHash, otherBodyHash ?? "");
  assert.deepEqual(verifyOperator(headerWithOtherHash, { ...request, now }, key), {
    ok: false,
    reason: "bad_signature",
  });
});

test("an operator's signature is invalid for another platform's key", () => {
  const otherKey = deriveOperatorKey(Buffer.alloc(32, 8));
  assert.deepEqual(verifyOperator(header, { ...request, now }, otherKey), {
    ok: false,
    reason: "bad_signature",
  });
});

test("a missing operator signature and a malformed one are rejected with different reasons", () => {
  const missingResult = { ok: false, reason: "missing" };
  assert.deepEqual(verifyOperator(undefined, { ...request, now }, key), missingResult);
  assert.deepEqual(verifyOperator("", { ...request, now }, key), missingResult);
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

test("the derived key of a purpose differs from the keys of other purposes and from the secret key", () => {
  const consentKey = deriveKey(secretKey, "consent");
  assert.equal(consentKey.length, 32);
  assert.notDeepEqual(consentKey, key);
  assert.notDeepEqual(consentKey, secretKey);
  assert.deepEqual(consentKey, deriveKey(Buffer.alloc(32, 7), "consent"));
  assert.throws(() => deriveKey(Buffer.alloc(16), "consent"), /32 bytes/);
});
