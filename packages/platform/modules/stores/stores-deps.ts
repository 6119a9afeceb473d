import type { Queryable } from "@souk/database";
import type { Store } from "../../infrastructure/routing/call.ts";
import type { Addresses } from "../../runtime/addresses.ts";

/** The parts of the error message for an amount that has more decimal places than the store's new currency. */
export interface PrecisionLoss {
  /** The subject of the error message, such as "A customer's store credit". */
  subject: string;
  /** The sentence that says what to do first. */
  remedy: string;
}

/** Look for one of a module's amounts that has more decimal places than `decimals`. @returns null if there is none */
export type FindPrecisionLoss = (
  tx: Queryable,
  storeId: number,
  decimals: number,
) => Promise<PrecisionLoss | null>;

/** What the module of stores needs from the platform. */
export interface StoresDeps {
  addresses: Addresses;
  /** Create the primary location of a new store. The inventory module provides this. */
  createPrimaryLocation(tx: Queryable, store: Store): Promise<unknown>;
  /** Functions of other modules, which find amounts that would lose precision if the store's currency changed. */
  precisionLossFinders: readonly FindPrecisionLoss[];
}
