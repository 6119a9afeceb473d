import type { Queryable } from "@souk/database";
import type { Clock } from "../../clock.ts";
import type { RandomText } from "../../random.ts";
import type { OwnStore, StoreOrder } from "../stores/index.ts";
import type { Account } from "./account-store.ts";
import type { Passwords } from "./passwords.ts";
import type { StartedSession } from "./sessions.ts";

/** What signing up and in needs of the rest of the house; given at wiring. */
export interface PeopleWiring {
  passwords: Passwords;
  clock: Clock;
  random: RandomText;
  /** Makes the account the owner of a new partner. */
  createPartner(tx: Queryable, partner: { account_id: number; name: string }): Promise<void>;
  /** Makes a shop with the account as its owner. */
  createStore(tx: Queryable, order: StoreOrder): Promise<OwnStore>;
}

/** Who has just signed in, with the session. */
export interface Arrival extends StartedSession {
  account: Account;
  /** The shop that was made with the account. */
  store?: OwnStore;
}
