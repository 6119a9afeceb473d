import { randomBytes } from "node:crypto";
import { availableParallelism } from "node:os";
import { hash, type Options, verify } from "@node-rs/argon2";
import { passwordLength, throwApiError, throwFieldError } from "@souk/contract";
import { getSite } from "../../infrastructure/client-network.ts";
import { createTurnQueue, createTurnSlots } from "../../infrastructure/turn-queue.ts";
import { assertStrongPassword } from "./password-strength.ts";

/** Hashes passwords and compares passwords with hashes. */
export interface PasswordHasher {
  hash(password: string): Promise<string>;
  verify(hash: string, password: string): Promise<boolean>;
}

/** For whom a password is hashed or compared. */
export interface PasswordCaller {
  /** The IP address of the request; empty for work of the platform itself. */
  client_address: string;
  /** Whether the account's owner has signed in on this device before. Unknown devices never take a known device's place in the queue. */
  is_known_device?: boolean;
}

/**
 * Hashes and compares passwords. At most two passwords are hashed or compared at a time, and if possible one core stays free; the other
 * passwords wait in a queue. The sites of the callers' IP addresses (`getSite`) take turns: at most 10 passwords of one site wait, and
 * at most 100 of all callers on unknown devices (docs/spec/hardening.md#secrets).
 */
export interface Passwords {
  /** Hash a password. @throws ApiError `invalid` for `password` if it is too long; `unavailable` if too many passwords wait */
  hash(password: string, caller?: PasswordCaller): Promise<string>;
  /**
   * Hash a password that a person has chosen, unless it is easy to guess.
   * @param names the person's name and email address, and the names of their stores; a password made of these is easy to guess
   * @throws ApiError `invalid` for `password` if it is easy to guess or too long; `unavailable` if too many passwords wait
   */
  hashChosen(password: string, names: readonly string[], caller?: PasswordCaller): Promise<string>;
  /**
   * Return whether a password matches a stored hash. If the stored hash is null, the password is compared with a dummy hash, so that
   * the call takes as long as for an existing account.
   * @throws ApiError `unavailable` if too many passwords wait
   */
  matches(password: string, storedHash: string | null, caller?: PasswordCaller): Promise<boolean>;
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

/** The maximum numbers of passwords that wait: of one site, and of all strangers. A stranger is a caller on an unknown device. */
const maxWaiting = { ofSite: 10, ofStrangers: 100 };
const platformCaller: PasswordCaller = { client_address: "" };

/** Create the queue in which passwords wait to be hashed or compared. Sites take turns. */
function createHashingQueue(maxRunning: number) {
  // These limits also count the passwords that are running.
  const maxOfSite = maxRunning + maxWaiting.ofSite;
  const maxOfStrangers = maxRunning + maxWaiting.ofStrangers;
  const queue = createTurnQueue({
    slots: createTurnSlots(maxRunning),
    maxRunningPerOwner: maxRunning,
    maxWaitingPerOwner: maxOfSite,
    maxWaiting: maxOfStrangers,
  });
  const countsByOwner = new Map<string, number>();
  let strangerCount = 0;
  const changeCounts = (owner: string, isStranger: boolean, change: 1 | -1) => {
    const count = (countsByOwner.get(owner) ?? 0) + change;
    if (count === 0) countsByOwner.delete(owner);
    else countsByOwner.set(owner, count);
    if (isStranger) strangerCount += change;
  };
  return async <T>(
    { client_address, is_known_device = false }: PasswordCaller,
    work: () => Promise<T>,
  ): Promise<T> => {
    const isStranger = !is_known_device;
    const owner = `${isStranger ? "stranger" : "known"} ${getSite(client_address)}`;
    const isFull = isStranger && strangerCount >= maxOfStrangers;
    // guard places-of-a-site: without it, passwords.test.ts fails
    if (isFull || (countsByOwner.get(owner) ?? 0) >= maxOfSite)
      throwApiError("unavailable", { retry_after_s: 2 });
    changeCounts(owner, isStranger, 1);
    try {
      return await queue.run(owner, work);
    } finally {
      changeCounts(owner, isStranger, -1);
    }
  };
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
 * @param cores the number of cores; one is left to other work, so that strangers who guess passwords do not delay all requests
 */
export function createPasswords(
  hasher: PasswordHasher = argon2id,
  cores: number = availableParallelism(),
): Passwords {
  // guard core-beside-passwords: without `, cores - 1`, passwords.test.ts fails
  const runInTurn = createHashingQueue(Math.max(1, Math.min(2, cores - 1)));
  const dummyHash = createDummyHash();
  // Keyboards encode the same accented letter in different ways.
  const normalize = (password: string) => password.normalize("NFC");
  return {
    async hash(password, caller = platformCaller) {
      assertLength(password);
      return runInTurn(caller, () => hasher.hash(normalize(password)));
    },
    async hashChosen(password, names, caller = platformCaller) {
      assertLength(password);
      const normalizedPassword = normalize(password);
      return runInTurn(caller, async () => {
        // guard strong-password: without it, password-strength.test.ts fails
        await assertStrongPassword(normalizedPassword, names);
        return hasher.hash(normalizedPassword);
      });
    },
    async matches(password, storedHash, caller = platformCaller) {
      if (password.length > passwordLength.maxLength) return false;
      const matches = await runInTurn(caller, () =>
        hasher.verify(storedHash ?? dummyHash, normalize(password)),
      );
      return matches && storedHash !== null;
    },
  };
}
