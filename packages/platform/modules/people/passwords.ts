import { randomBytes } from "node:crypto";
import { hash, type Options, verify } from "@node-rs/argon2";
import { passwordLength, throwFieldError } from "@souk/contract";
import { createLimiter } from "../../infrastructure/limiter.ts";

/** The function that hashes a password, and the one that compares a password with its hash. */
export interface PasswordHasher {
  hash(password: string): Promise<string>;
  verify(hash: string, password: string): Promise<boolean>;
}

/** Hashes and compares passwords, two at a time with a hundred waiting (docs/spec/hardening.md#secrets). */
export interface Passwords {
  /** Hash a password. @throws ApiError `invalid` when it is too long, `unavailable` when too many wait */
  hash(password: string): Promise<string>;
  /**
   * Compare a password with a hash, or with a random one when there is none, which takes the same time.
   * @throws ApiError `unavailable` when too many wait
   */
  matches(password: string, stored: string | null): Promise<boolean>;
}

// Argon2id is the package's default algorithm; its name is a const enum, which type stripping cannot read.
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1, outputLen: 32 } as const satisfies Options;

export const argon2id: PasswordHasher = {
  hash: (password) => hash(password, cost),
  verify: (stored, password) => verify(stored, password),
};

/** Create a hash of the same cost that matches no password: it consists of random bytes. */
function createDummyHash(): string {
  const { memoryCost, timeCost, parallelism, outputLen } = cost;
  const text = (bytes: number) => randomBytes(bytes).toString("base64").replaceAll("=", "");
  return `$argon2id$v=19$m=${memoryCost},t=${timeCost},p=${parallelism}$${text(16)}$${text(outputLen)}`;
}

/**
 * Create the functions that hash and compare passwords, one pair for the whole process with one queue before
 * the processor.
 *
 * @param hasher argon2id, except in tests that count calls
 */
export function createPasswords(hasher: PasswordHasher = argon2id): Passwords {
  const pass = createLimiter(2, 100);
  const dummyHash = createDummyHash();
  // Keyboards write the same accented letter in different ways.
  const typed = (password: string) => password.normalize("NFC");
  return {
    async hash(password) {
      if (password.length > passwordLength.maxLength) {
        throwFieldError(
          "password",
          "too_long",
          { max: passwordLength.maxLength, unit: "characters" },
          `A password can have at most ${passwordLength.maxLength} characters.`,
        );
      }
      return pass(() => hasher.hash(typed(password)));
    },
    async matches(password, stored) {
      if (password.length > passwordLength.maxLength) return false;
      const same = await pass(() => hasher.verify(stored ?? dummyHash, typed(password)));
      return same && stored !== null;
    },
  };
}
