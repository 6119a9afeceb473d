import assert from "node:assert/strict";
import { test } from "node:test";
import { readSecretKey } from "./index.ts";

const key = Buffer.from("fb".repeat(32), "hex");

test("a secret key can be written in hex, base64 or base64url", () => {
  for (const encoding of ["hex", "base64", "base64url"] as const)
    assert.deepEqual(readSecretKey(key.toString(encoding)), key);
  assert.deepEqual(readSecretKey(key.toString("hex").toUpperCase()), key);
});

test("a text that does not encode 32 bytes is not a secret key", () => {
  const texts = [
    "",
    "short",
    "g".repeat(64),
    "ab".repeat(31),
    "ab".repeat(33),
    "A".repeat(42),
    "A".repeat(44),
  ];
  for (const text of texts) assert.equal(readSecretKey(text), null, text);
});
