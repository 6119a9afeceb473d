import type { Queryable } from "@souk/database";
import type { Store } from "../../infrastructure/routing/call.ts";
import type { Addresses } from "../../runtime/addresses.ts";

/** An amount that a new currency would cut. */
export interface AmountLosingPrecision {
  /** How a sentence about it begins. */
  called: string;
  /** The sentence on what to do first. */
  remedy: string;
}

/** One of the amounts in the store's currency that another module keeps, with more than so many decimals; null: there is none. */
export type StoreAmounts = (
  tx: Queryable,
  storeId: number,
  decimals: number,
) => Promise<AmountLosingPrecision | null>;

/** What stores need from the platform. */
export interface StoresDeps {
  addresses: Addresses;
  /** A store has a primary location from its first moment; inventory makes it. */
  createPrimaryLocation(tx: Queryable, store: Store): Promise<unknown>;
  /** Amounts of other modules that a change of currency must not truncate. */
  amounts: readonly StoreAmounts[];
}
