import assert from "node:assert/strict";
import { test } from "node:test";
import { signBody, verifyBody } from "./index.ts";
import { readVectors } from "./testing/read-vectors.ts";

const badSignature = { ok: false, reason: "bad_signature" };

for (const vector of readVectors().body) {
  test(`the body vector "${vector.name}" has the expected signature and is accepted`, () => {
    const bytes = Buffer.from(vector.body, "utf8");
    assert.equal(signBody(bytes, vector.secret), vector.hmac);
    assert.equal(signBody(vector.body, vector.secret), vector.hmac);
    assert.deepEqual(verifyBody(bytes, vector.hmac, vector.secret), { ok: true });
  });
}

test("WHK-11: a body with one changed byte, another secret or a changed signature is rejected", () => {
  const bytes = Buffer.from('{"a":1}');
  const header = signBody(bytes, "spk");
  assert.deepEqual(verifyBody(Buffer.from('{"a":2}'), header, "spk"), badSignature);
  assert.deepEqual(verifyBody(Buffer.from('{"a": 1}'), header, "spk"), badSignature);
  assert.deepEqual(verifyBody(bytes, header, "spl"), badSignature);
  assert.deepEqual(verifyBody(bytes, header.slice(0, -1), "spk"), badSignature);
  assert.deepEqual(verifyBody(bytes, `${header}0`, "spk"), badSignature);
  assert.deepEqual(verifyBody(bytes, `${header}, ${header}`, "spk"), badSignature);
  assert.deepEqual(verifyBody(bytes, header.toUpperCase(), "spk"), badSignature);
});

test("a body without a signature is rejected with missing_signature", () => {
  for (const header of [undefined, null, ""]) {
    assert.deepEqual(verifyBody("{}", header, "spk"), { ok: false, reason: "missing_signature" });
  }
});

test("a body that is not UTF-8 text is signed byte by byte", () => {
  const bytes = new Uint8Array([0, 255, 254, 128]);
  assert.deepEqual(verifyBody(bytes, signBody(bytes, "spk"), "spk"), { ok: true });
  assert.notEqual(signBody(bytes, "spk"), signBody(Buffer.from(bytes).toString("utf8"), "spk"));
});
