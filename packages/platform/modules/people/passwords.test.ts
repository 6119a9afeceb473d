import assert from "node:assert/strict";
import { test } from "node:test";
import { parseOptions } from "@node-rs/argon2";
import { ApiError } from "@souk/contract";
import { argon2id, createPasswords, type PasswordHasher } from "./passwords.ts";

/** Create a hasher that counts its calls, and records the hashes that were compared with. */
function counting(): PasswordHasher & { compared: string[]; hashed: number; atOnce: number } {
  let running = 0;
  const counts = {
    compared: [] as string[],
    hashed: 0,
    atOnce: 0,
    async hash(password: string) {
      counts.hashed += 1;
      return argon2id.hash(password);
    },
    async verify(stored: string, password: string) {
      counts.compared.push(stored);
      running += 1;
      counts.atOnce = Math.max(counts.atOnce, running);
      const same = await argon2id.verify(stored, password);
      running -= 1;
      return same;
    },
  };
  return counts;
}

test("a password matches only its own hash, in any Unicode composition", async () => {
  const passwords = createPasswords();
  const stored = await passwords.hash("kopi caf\u00e9 \u{1F600}");
  assert.equal(await passwords.matches("kopi cafe\u0301 \u{1F600}", stored), true);
  assert.equal(await passwords.matches("kopi cafe \u{1F600}", stored), false);
  assert.notEqual(await passwords.hash("kopi caf\u00e9 \u{1F600}"), stored);
});

test("hashes are argon2id, 19,456 KiB, two passes, one lane, also without an account", async () => {
  const hasher = counting();
  const passwords = createPasswords(hasher);
  await passwords.matches("anything", null);
  const real = await passwords.hash("a long enough password");
  for (const text of [real, hasher.compared[0] ?? ""]) {
    assert.match(text, /^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    const { memoryCost, timeCost, parallelism, outputLen, saltLen } = parseOptions(text);
    assert.deepEqual([memoryCost, timeCost, parallelism, outputLen, saltLen], [19_456, 2, 1, 32, 16]);
  }
});

test("without a stored hash one comparison is made anyway, and no password matches", async () => {
  const hasher = counting();
  const passwords = createPasswords(hasher);
  assert.equal(await passwords.matches("souk-demo", null), false);
  assert.equal(hasher.compared.length, 1);
});

test("a password that is too long is rejected before anything is hashed", async () => {
  const hasher = counting();
  const passwords = createPasswords(hasher);
  const long = "x".repeat(201);
  assert.equal(await passwords.matches(long, null), false);
  await assert.rejects(
    passwords.hash(long),
    (error) => error instanceof ApiError && error.code === "invalid",
  );
  assert.deepEqual([hasher.hashed, hasher.compared.length], [0, 0]);
});

test("two comparisons run at a time", async () => {
  const hasher = counting();
  const passwords = createPasswords(hasher);
  await Promise.all(Array.from({ length: 6 }, () => passwords.matches("x", null)));
  assert.deepEqual([hasher.compared.length, hasher.atOnce], [6, 2]);
});
