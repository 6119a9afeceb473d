import type { Queryable } from "@souk/database";
import type { Store } from "../../infrastructure/routing/call.ts";
import type { Addresses } from "../../runtime/addresses.ts";

/** An amount that has more decimal places than a new currency of the store. */
export interface AmountLosingPrecision {
  /** The subject of the error message, such as "A customer's store credit". */
  subject: string;
  /** The sentence that says what to do first. */
  remedy: string;
}

/** Finds an amount of a module in the store's currency that has more than these decimals. It returns null if no amount has more. */
export type FindAmountLosingPrecision = (
  tx: Queryable,
  storeId: number,
  decimals: number,
) => Promise<AmountLosingPrecision | null>;

/** What stores need from the platform. */
export interface StoresDeps {
  addresses: Addresses;
  /** Create the primary location of a new store. The inventory module provides this. */
  createPrimaryLocation(tx: Queryable, store: Store): Promise<unknown>;
  /** Finds amounts of other modules that would lose precision if the store's currency changed. */
  amountFinders: readonly FindAmountLosingPrecision[];
}
