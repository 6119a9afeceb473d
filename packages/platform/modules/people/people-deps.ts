import type { Queryable } from "@souk/database";
import type { EmailQueue } from "../../infrastructure/mail/index.ts";
import type { Addresses } from "../../runtime/addresses.ts";
import type { Clock } from "../../runtime/clock.ts";
import type { Config } from "../../runtime/config/index.ts";
import type { RandomText } from "../../runtime/random.ts";
import type { Vault } from "../../runtime/secrets/vault.ts";
import type { Account } from "./account-store.ts";
import type { Passwords } from "./passwords.ts";
import type { StartedSession } from "./sessions.ts";

/** What signing up and signing in need from the platform. */
export interface PeopleDeps {
  /** Who can create an account (SOUK_SIGN_UP). */
  signUpPolicy: Config["signUp"];
  /**
   * Whether a person can sign in before they have verified their email address. They can on a developer's own server, where
   * every account can read the verification link at `/mail`.
   */
  canSignInUnverified: boolean;
  passwords: Passwords;
  /** The key of the hashes under which attempts to enter a password are counted. */
  attemptKey: Buffer;
  clock: Clock;
  random: RandomText;
  /** Encrypts the secrets of authenticator apps. */
  vault: Vault;
  addresses: Pick<Addresses, "adminOrigin" | "partnersOrigin" | "domain">;
  /** Queue an email in the transaction that causes it. */
  sendEmail: EmailQueue["send"];
  /** Create a partner with the account as its owner. */
  createPartner(tx: Queryable, partner: { account_id: number; name: string }): Promise<void>;
}

/** The result of signing in or up: the account and its new session. */
export interface SignInResult extends StartedSession {
  account: Account;
}
