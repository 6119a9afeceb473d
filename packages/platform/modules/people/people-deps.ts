import type { Queryable } from "@souk/database";
import type { Clock } from "../../runtime/clock.ts";
import type { RandomText } from "../../runtime/random.ts";
import type { OwnStore, StoreOrder } from "../stores/index.ts";
import type { Account } from "./account-store.ts";
import type { Passwords } from "./passwords.ts";
import type { StartedSession } from "./sessions.ts";

/** What signing up and in needs from the platform. */
export interface PeopleDeps {
  passwords: Passwords;
  clock: Clock;
  random: RandomText;
  /** Create a partner with the account as its owner. */
  createPartner(tx: Queryable, partner: { account_id: number; name: string }): Promise<void>;
  /** Create a store with the account as its owner. */
  createStore(tx: Queryable, order: StoreOrder): Promise<OwnStore>;
}

/** The new session of an account that has just signed in. */
export interface Arrival extends StartedSession {
  account: Account;
  /** The store that was created with the account. */
  store?: OwnStore;
}
