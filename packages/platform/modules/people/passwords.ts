import { randomBytes } from "node:crypto";
import { hash, type Options, verify } from "@node-rs/argon2";
import { passwordLength, refuseField } from "@souk/contract";
import { createTurnstile } from "../../turnstile.ts";

/** How a password is hashed, and compared with its hash. */
export interface PasswordHasher {
  hash(password: string): Promise<string>;
  verify(hash: string, password: string): Promise<boolean>;
}

/** Hashes and compares passwords, two at a time with a hundred waiting (hardening.md, "Secrets"). */
export interface Passwords {
  /** @throws Refusal `invalid` when it is too long, `unavailable` when too many wait */
  hash(password: string): Promise<string>;
  /**
   * Compares a password with a hash, or with nobody's when there is none, which takes the same time.
   * @throws Refusal `unavailable` when too many wait
   */
  matches(password: string, stored: string | null): Promise<boolean>;
}

// Argon2id is the package's default algorithm; its name is a const enum, which type stripping cannot read.
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1, outputLen: 32 } as const satisfies Options;

export const argon2id: PasswordHasher = {
  hash: (password) => hash(password, cost),
  verify: (stored, password) => verify(stored, password),
};

/** A hash of the same cost that no password has: random bytes stand where a hash would. */
function hashOfNobody(): string {
  const { memoryCost, timeCost, parallelism, outputLen } = cost;
  const text = (bytes: number) => randomBytes(bytes).toString("base64").replaceAll("=", "");
  return `$argon2id$v=19$m=${memoryCost},t=${timeCost},p=${parallelism}$${text(16)}$${text(outputLen)}`;
}

/**
 * Makes the hashing and comparing of passwords, one for the whole process: it is the queue before the processor.
 *
 * @param hasher argon2id, unless a test counts what is done
 */
export function createPasswords(hasher: PasswordHasher = argon2id): Passwords {
  const pass = createTurnstile(2, 100);
  const nobody = hashOfNobody();
  // Keyboards write the same accented letter in different ways.
  const typed = (password: string) => password.normalize("NFC");
  return {
    async hash(password) {
      if (password.length > passwordLength.maxLength) {
        refuseField("password", `A password has at most ${passwordLength.maxLength} characters.`);
      }
      return pass(() => hasher.hash(typed(password)));
    },
    async matches(password, stored) {
      if (password.length > passwordLength.maxLength) return false;
      const same = await pass(() => hasher.verify(stored ?? nobody, typed(password)));
      return same && stored !== null;
    },
  };
}
