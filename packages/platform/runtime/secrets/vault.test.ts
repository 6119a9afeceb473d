import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { test } from "node:test";
import { createVault, type Sealed, toSealedField } from "./vault.ts";

const masterKey = randomBytes(32);
const vault = createVault(masterKey);
const field = toSealedField("app_secrets", 41, "ciphertext");
const secret = "souk_cs_Ünïcode-商店";

test("an encrypted secret can be decrypted in its own field", () => {
  assert.equal(vault.open(field, vault.seal(field, secret)), secret);
  assert.equal(vault.open(field, vault.seal(field, "")), "");
});

test("an encrypted secret cannot be decrypted in another table, row or column", () => {
  const sealed = vault.seal(field, secret);
  const otherFields = [
    toSealedField("app_secrets", 42, "ciphertext"),
    toSealedField("app_secrets", 41, "data_key"),
    toSealedField("other_secrets", 41, "ciphertext"),
  ];
  for (const otherField of otherFields)
    assert.throws(() => vault.open(otherField, sealed), /was not encrypted for this field/);
});

test("a changed or truncated data key or ciphertext cannot be decrypted", () => {
  const sealed = vault.seal(field, secret);
  for (const column of ["data_key", "ciphertext"] as const) {
    for (let index = 0; index < sealed[column].length; index++) {
      const changedBytes = Buffer.from(sealed[column]);
      changedBytes[index] = (changedBytes[index] ?? 0) ^ 1;
      const changedSecret: Sealed = { ...sealed, [column]: changedBytes };
      assert.throws(() => vault.open(field, changedSecret), /was not encrypted for this field/);
    }
    // The nonce has 12 bytes, and the nonce and the tag together have 28.
    for (const length of [0, 11, 27, sealed[column].length - 1]) {
      const truncatedSecret: Sealed = { ...sealed, [column]: sealed[column].subarray(0, length) };
      assert.throws(() => vault.open(field, truncatedSecret), /was not encrypted for this field/);
    }
  }
});

test("encrypting the same secret twice produces different keys and ciphertexts", () => {
  const [first, second] = [vault.seal(field, secret), vault.seal(field, secret)];
  assert.notDeepEqual(first.data_key, second.data_key);
  assert.notDeepEqual(first.ciphertext, second.ciphertext);
  assert.equal(first.ciphertext.includes(Buffer.from("souk_cs_")), false);
});

test("the id of a master key is the same in every process and does not reveal the key", () => {
  assert.match(vault.keyId, /^[0-9a-f]{8}$/);
  assert.equal(createVault(Buffer.from(masterKey)).keyId, vault.keyId);
  assert.equal(masterKey.toString("hex").includes(vault.keyId), false);
});

test("after a change of the master key, older secrets need the former key to decrypt", () => {
  const sealed = vault.seal(field, secret);
  const nextKey = randomBytes(32);
  const vaultWithFormerKey = createVault(nextKey, [masterKey]);
  assert.equal(vaultWithFormerKey.open(field, sealed), secret);
  assert.equal(vaultWithFormerKey.seal(field, secret).key_id, vaultWithFormerKey.keyId);
  assert.notEqual(vaultWithFormerKey.keyId, vault.keyId);
  assert.throws(
    () => createVault(nextKey).open(field, sealed),
    new RegExp(`with master key ${vault.keyId}, which is not configured`),
  );
});

test("a master key that does not have 32 bytes is rejected", () => {
  assert.throws(() => createVault(randomBytes(16)), /32 bytes/);
  assert.throws(() => createVault(masterKey, [randomBytes(31)]), /32 bytes/);
});
