import { randomBytes } from "node:crypto";
import { hash, type Options, verify } from "@node-rs/argon2";
import { passwordLength, throwFieldError } from "@souk/contract";
import { createLimiter } from "../../infrastructure/limiter.ts";
import { assertStrongPassword } from "./password-strength.ts";

/** Hashes passwords and compares passwords with hashes. */
export interface PasswordHasher {
  hash(password: string): Promise<string>;
  verify(hash: string, password: string): Promise<boolean>;
}

/** Hashes and compares passwords. At most two run at a time, and at most 100 wait (docs/spec/hardening.md#secrets). */
export interface Passwords {
  /** Hash a password. @throws ApiError `invalid` for `password` if it is too long; `unavailable` if too many wait */
  hash(password: string): Promise<string>;
  /**
   * Hash a password that a person has chosen, unless it is easy to guess.
   * @param names the person's name and email address, and the names of their stores, which the password must not consist of
   * @throws ApiError `invalid` for `password` if it is easy to guess or too long; `unavailable` if too many wait
   */
  hashChosen(password: string, names: readonly string[]): Promise<string>;
  /**
   * Return whether a password matches a stored hash. If the stored hash is null, the password is compared with a dummy hash, so that
   * the call takes the same time.
   * @throws ApiError `unavailable` if too many wait
   */
  matches(password: string, storedHash: string | null): Promise<boolean>;
}

// The algorithm is not set here. Argon2id is the package's default, and its name is a const enum, which type stripping does not support.
const costs = { memoryCost: 19_456, timeCost: 2, parallelism: 1, outputLen: 32 } as const satisfies Options;

/** The hasher that the platform uses: argon2id. */
export const argon2id: PasswordHasher = {
  hash: (password) => hash(password, costs),
  verify: (storedHash, password) => verify(storedHash, password),
};

/** Create a hash of random bytes, which no password matches. Comparing it takes as long as comparing a real hash. */
function createDummyHash(): string {
  const { memoryCost, timeCost, parallelism, outputLen } = costs;
  const encodeRandom = (bytes: number) => randomBytes(bytes).toString("base64").replaceAll("=", "");
  return `$argon2id$v=19$m=${memoryCost},t=${timeCost},p=${parallelism}$${encodeRandom(16)}$${encodeRandom(outputLen)}`;
}

function assertLength(password: string): void {
  const { maxLength } = passwordLength;
  if (password.length <= maxLength) return;
  const message = `A password can have at most ${maxLength} characters.`;
  throwFieldError("password", "too_long", { max: maxLength, unit: "characters" }, message);
}

/**
 * Create the functions that hash and compare passwords. A process creates them once, because all hashing shares one queue.
 *
 * @param hasher argon2id; tests pass a hasher that counts calls
 */
export function createPasswords(hasher: PasswordHasher = argon2id): Passwords {
  const limit = createLimiter(2, 100);
  const dummyHash = createDummyHash();
  // Keyboards encode the same accented letter in different ways.
  const normalize = (password: string) => password.normalize("NFC");
  return {
    async hash(password) {
      assertLength(password);
      return limit(() => hasher.hash(normalize(password)));
    },
    async hashChosen(password, names) {
      assertLength(password);
      const normalized = normalize(password);
      return limit(async () => {
        // guard: strong-password: password-strength.test.ts
        await assertStrongPassword(normalized, names);
        return hasher.hash(normalized);
      });
    },
    async matches(password, storedHash) {
      if (password.length > passwordLength.maxLength) return false;
      const matches = await limit(() => hasher.verify(storedHash ?? dummyHash, normalize(password)));
      return matches && storedHash !== null;
    },
  };
}
