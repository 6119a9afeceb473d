import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { test } from "node:test";
import { createVault, type Sealed, toSealedPlace } from "./vault.ts";

const masterKey = randomBytes(32);
const vault = createVault(masterKey);
const place = toSealedPlace("app_secrets", 41, "ciphertext");
const secret = "souk_cs_Ünïcode-商店";

test("a sealed secret opens at its own place", () => {
  assert.equal(vault.open(place, vault.seal(place, secret)), secret);
  assert.equal(vault.open(place, vault.seal(place, "")), "");
});

test("a sealed secret opens at no other table, row or column", () => {
  const sealed = vault.seal(place, secret);
  const others = [
    toSealedPlace("app_secrets", 42, "ciphertext"),
    toSealedPlace("app_secrets", 41, "data_key"),
    toSealedPlace("other_secrets", 41, "ciphertext"),
  ];
  for (const other of others) assert.throws(() => vault.open(other, sealed), /was not sealed there/);
});

test("no changed or shortened byte opens, in the wrapped key or in the ciphertext", () => {
  const sealed = vault.seal(place, secret);
  for (const column of ["data_key", "ciphertext"] as const) {
    for (let at = 0; at < sealed[column].length; at++) {
      const changed = Buffer.from(sealed[column]);
      changed[at] = (changed[at] ?? 0) ^ 1;
      const tampered: Sealed = { ...sealed, [column]: changed };
      assert.throws(() => vault.open(place, tampered), /was not sealed there/);
    }
    for (const length of [0, 11, 27, sealed[column].length - 1]) {
      const short: Sealed = { ...sealed, [column]: sealed[column].subarray(0, length) };
      assert.throws(() => vault.open(place, short), /was not sealed there/);
    }
  }
});

test("a secret sealed twice shares no key, nonce or ciphertext, and reveals nothing", () => {
  const [one, two] = [vault.seal(place, secret), vault.seal(place, secret)];
  assert.notDeepEqual(one.data_key, two.data_key);
  assert.notDeepEqual(one.ciphertext, two.ciphertext);
  assert.equal(one.ciphertext.includes(Buffer.from("souk_cs_")), false);
});

test("the key id is the same on every process and reveals nothing about the key", () => {
  assert.match(vault.keyId, /^[0-9a-f]{8}$/);
  assert.equal(createVault(Buffer.from(masterKey)).keyId, vault.keyId);
  assert.equal(masterKey.toString("hex").includes(vault.keyId), false);
});

test("after a change of the master key the former one opens only while configured", () => {
  const sealed = vault.seal(place, secret);
  const nextKey = randomBytes(32);
  const both = createVault(nextKey, [masterKey]);
  assert.equal(both.open(place, sealed), secret);
  assert.equal(both.seal(place, secret).key_id, both.keyId);
  assert.notEqual(both.keyId, vault.keyId);
  assert.throws(() => createVault(nextKey).open(place, sealed), new RegExp(`No master key ${vault.keyId}`));
});

test("a master key of another length is rejected", () => {
  assert.throws(() => createVault(randomBytes(16)), /32 bytes/);
  assert.throws(() => createVault(masterKey, [randomBytes(31)]), /32 bytes/);
});
