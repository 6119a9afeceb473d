import assert from "node:assert/strict";
import { createHmac } from "node:crypto";
import { test } from "node:test";
import { Webhook } from "standardwebhooks";
import { signWebhook, verifyWebhook } from "./index.ts";

const secret = "spk_3f9a1c7e5b2d4860";
const now = new Date("2026-11-27T04:00:00.700Z");
const body = Buffer.from('{"title":"商店 😀 é"}');
const message = { id: "webhook_7", sentAt: now, secret };

test("a webhook signature is valid for the library of the Standard Webhooks specification", () => {
  const headers = signWebhook(body, message);
  const hmac = createHmac("sha256", secret).update(`webhook_7.1795752000.${body.toString("utf8")}`);
  assert.deepEqual(headers, {
    "webhook-id": "webhook_7",
    "webhook-timestamp": "1795752000",
    "webhook-signature": `v1,${hmac.digest("base64")}`,
  });
  // The library compares the timestamp with the system's clock.
  const currentHeaders = { ...signWebhook(body, { ...message, sentAt: new Date() }) };
  const library = new Webhook(`whsec_${Buffer.from(secret).toString("base64")}`);
  assert.deepEqual(library.verify(body.toString("utf8"), currentHeaders), { title: "商店 😀 é" });
  assert.throws(() => library.verify(`${body.toString("utf8")} `, currentHeaders));
  assert.throws(() =>
    new Webhook(Buffer.from("another").toString("base64")).verify(body.toString("utf8"), currentHeaders),
  );
});

test("a webhook signature with one of several secrets is valid, even among other signatures", () => {
  const headers = signWebhook(body, message);
  const expectedVerdict = { ok: true, id: "webhook_7", sentAt: new Date("2026-11-27T04:00:00.000Z") };
  assert.deepEqual(verifyWebhook(body, headers, { secrets: ["new", secret], now }), expectedVerdict);
  const severalSignatures = {
    ...headers,
    "webhook-signature": `v1,AAAA v1a,BBBB ${headers["webhook-signature"]}`,
  };
  assert.deepEqual(verifyWebhook(body, severalSignatures, { secrets: secret, now }), expectedVerdict);
});

test("a signed webhook with a changed id, time, body or signature is rejected", () => {
  const headers = signWebhook(body, message);
  const badSignature = { ok: false, reason: "bad_signature" };
  const verify = (changes: object, bytes: Uint8Array = body) =>
    verifyWebhook(bytes, { ...headers, ...changes }, { secrets: secret, now });
  assert.deepEqual(verify({ "webhook-id": "webhook_8" }), badSignature);
  assert.deepEqual(verify({ "webhook-timestamp": "1795752001" }), badSignature);
  assert.deepEqual(verify({}, Buffer.concat([body, Buffer.from(" ")])), badSignature);
  assert.deepEqual(verify({ "webhook-signature": headers["webhook-signature"].slice(3) }), badSignature);
  assert.deepEqual(verifyWebhook(body, headers, { secrets: "another", now }), badSignature);
  for (const name of Object.keys(headers))
    assert.deepEqual(verify({ [name]: null }), { ok: false, reason: "missing_signature" });
});

test("a webhook signed more than five minutes before or after its receipt is rejected", () => {
  const verifyAfter = (seconds: number) =>
    verifyWebhook(body, signWebhook(body, { ...message, sentAt: new Date(now.getTime() - seconds * 1000) }), {
      secrets: secret,
      now,
    }).ok;
  assert.deepEqual([-302, -299, 299, 302].map(verifyAfter), [false, true, true, false]);
});

test("signing a webhook with a dot in its id or with an empty secret throws an error", () => {
  assert.throws(() => signWebhook(body, { ...message, id: "a.b" }), TypeError);
  assert.throws(() => signWebhook(body, { ...message, secret: "" }), TypeError);
});
