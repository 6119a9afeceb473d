import assert from "node:assert/strict";
import { test } from "node:test";
import { parseOptions } from "@node-rs/argon2";
import { ApiError } from "@souk/contract";
import { argon2id, createPasswords, type PasswordHasher } from "./passwords.ts";

/** Create a hasher that counts its calls and records the hashes that passwords are compared with. */
function createCountingHasher(): PasswordHasher & {
  comparedHashes: string[];
  hashCount: number;
  maxConcurrent: number;
} {
  let runningCount = 0;
  const hasher = {
    comparedHashes: [] as string[],
    hashCount: 0,
    maxConcurrent: 0,
    async hash(password: string) {
      hasher.hashCount += 1;
      return argon2id.hash(password);
    },
    async verify(storedHash: string, password: string) {
      hasher.comparedHashes.push(storedHash);
      runningCount += 1;
      hasher.maxConcurrent = Math.max(hasher.maxConcurrent, runningCount);
      const matches = await argon2id.verify(storedHash, password);
      runningCount -= 1;
      return matches;
    },
  };
  return hasher;
}

test("a password matches its hash, whichever way Unicode encodes an accented letter", async () => {
  const passwords = createPasswords();
  const storedHash = await passwords.hash("kopi caf\u00e9 \u{1F600}");
  assert.equal(await passwords.matches("kopi cafe\u0301 \u{1F600}", storedHash), true);
  assert.equal(await passwords.matches("kopi cafe \u{1F600}", storedHash), false);
  assert.notEqual(await passwords.hash("kopi caf\u00e9 \u{1F600}"), storedHash);
});

test("all password hashes, even for unknown accounts, use argon2id with the same costs", async () => {
  const hasher = createCountingHasher();
  const passwords = createPasswords(hasher);
  await passwords.matches("anything", null);
  const storedHash = await passwords.hash("a long enough password");
  for (const text of [storedHash, hasher.comparedHashes[0] ?? ""]) {
    assert.match(text, /^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    const { memoryCost, timeCost, parallelism, outputLen, saltLen } = parseOptions(text);
    assert.deepEqual([memoryCost, timeCost, parallelism, outputLen, saltLen], [19_456, 2, 1, 32, 16]);
  }
});

test("a password for an unknown account is compared once with a dummy hash, and never matches", async () => {
  const hasher = createCountingHasher();
  const passwords = createPasswords(hasher);
  assert.equal(await passwords.matches("souk-demo", null), false);
  assert.equal(hasher.comparedHashes.length, 1);
});

test("a password that is too long is rejected without being hashed", async () => {
  const hasher = createCountingHasher();
  const passwords = createPasswords(hasher);
  const longPassword = "x".repeat(201);
  assert.equal(await passwords.matches(longPassword, null), false);
  await assert.rejects(
    passwords.hash(longPassword),
    (error) => error instanceof ApiError && error.code === "invalid",
  );
  assert.deepEqual([hasher.hashCount, hasher.comparedHashes.length], [0, 0]);
});

test("at most two password comparisons run at a time, and if possible one core stays free", async () => {
  for (const [cores, maxConcurrent] of [
    [1, 1],
    [2, 1],
    [3, 2],
    [64, 2],
  ]) {
    const hasher = createCountingHasher();
    const passwords = createPasswords(hasher, cores);
    await Promise.all(Array.from({ length: 6 }, () => passwords.matches("x", null)));
    assert.deepEqual([hasher.comparedHashes.length, hasher.maxConcurrent], [6, maxConcurrent]);
  }
});

/**
 * Create a password service whose comparisons wait until `releaseAll` is called. `releaseAll` lets them continue, one after the other,
 * until all attempts have ended.
 */
function createBlockedPasswords() {
  const releases: (() => void)[] = [];
  const comparedPasswords: string[] = [];
  const hasher: PasswordHasher = {
    hash: argon2id.hash,
    verify: (_storedHash, password) => {
      comparedPasswords.push(password);
      return new Promise((resolve) => releases.push(() => resolve(false)));
    },
  };
  const passwords = createPasswords(hasher, 4);
  const releaseAll = async (attempts: readonly Promise<unknown>[]) => {
    let isDone = false;
    const done = Promise.allSettled(attempts).then((results) => {
      isDone = true;
      return results;
    });
    while (!isDone) {
      releases.shift()?.();
      await new Promise(setImmediate);
    }
    return done;
  };
  return { passwords, comparedPasswords, releaseAll };
}

function isUnavailable(result: PromiseSettledResult<unknown>): boolean {
  return (
    result.status === "rejected" && result.reason instanceof ApiError && result.reason.code === "unavailable"
  );
}

test("all IPv6 networks that an internet provider assigns to one customer share ten places in the queue of password checks", async () => {
  const { passwords, comparedPasswords, releaseAll } = createBlockedPasswords();
  const attack = Array.from({ length: 200 }, (_, index) =>
    passwords.matches(`attack ${index}`, null, { client_address: `2001:db8:1:${index.toString(16)}::1` }),
  );
  const person = passwords.matches("person", null, { client_address: "192.0.2.9" });
  const results = await releaseAll([...attack, person]);
  // Of 200 passwords, two were compared at once and ten waited.
  assert.equal(results.filter(isUnavailable).length, 188);
  assert.ok(comparedPasswords.indexOf("person") <= 3, comparedPasswords.join());
});

test("strangers on many networks never take a known device's place in the queue of password checks", async () => {
  const { passwords, releaseAll } = createBlockedPasswords();
  const attack = Array.from({ length: 150 }, (_, index) =>
    passwords.matches("attack", null, { client_address: `198.51.100.${index}` }),
  );
  const stranger = passwords.matches("stranger", null, { client_address: "192.0.2.8" });
  const person = passwords.matches("person", null, {
    client_address: "192.0.2.9",
    is_known_device: true,
  });
  const results = await releaseAll([...attack, stranger, person]);
  // Of the 151 passwords of strangers, two were compared at once and 100 waited.
  assert.equal(results.filter(isUnavailable).length, 49);
  assert.deepEqual(results.slice(-2).map(isUnavailable), [true, false]);
});
