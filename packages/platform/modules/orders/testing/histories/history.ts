import type { Operation } from "@souk/contract";
import type { OrderDocument, OrdersFixture } from "../orders-fixture.ts";
import type { RandomChoices } from "./chance.ts";

/** An order of the store, with data that its JSON does not show. */
export interface TrackedOrder {
  /** The order's JSON in its last response. */
  document: OrderDocument;
  /** Whether the order took units from stock when it was placed. */
  hasTakenStock: boolean;
  /** The units that the order's cancellation restocked, by variant and location. */
  unitsRestockedByCancellation: ReadonlyMap<string, number>;
  /** The unfulfilled units that each refund restocked, by refund and line. */
  unfulfilledUnitsByRefund: ReadonlyMap<number, ReadonlyMap<number, number>>;
}

/** The balances that a customer got from credit and point adjustments. */
export interface TrackedCustomer {
  /** Store credit in hundredths, without the payments and refunds of orders. */
  credit: number;
  points: number;
}

/**
 * A store that is changed by random requests, and its expected content, which is derived only from the requests and the
 * description of the interface.
 */
export interface History {
  fixture: OrdersFixture;
  chance: RandomChoices;
  variants: readonly number[];
  /** The variants that cannot be oversold. */
  denyVariants: ReadonlySet<number>;
  locations: readonly number[];
  customers: ReadonlyMap<number, TrackedCustomer>;
  /** The units that were set or adjusted for each variant and location, without the movements of orders. */
  adjustedUnits: Map<string, number>;
  orders: Map<number, TrackedOrder>;
  /** Deleted orders. Their movements remain in the ledgers. */
  deletedOrders: TrackedOrder[];
}

export const toLevelKey = (variant: number, location: number): string => `${variant} ${location}`;

/** A request to the store, and its expected result. */
export interface Step {
  operation: Operation;
  params?: object;
  body: object;
  /** The order that the step changes; null if the step creates an order or changes none. */
  tracked: TrackedOrder | null;
  /** Whether the store must reject (true) or accept (false) the request; undefined if it may do either. */
  expectsRejection?: boolean | undefined;
  /** The expected changes of the order's sums, by the names in `sums.ts`. All other sums must stay the same. */
  expectedChanges?: ReadonlyMap<string, number>;
  /** The topics about fulfillments, refunds and returns that are published if the order changes. */
  expectedTopics?: string | readonly string[];
  /** Record the effects of the step that the JSON of orders does not show. Called after the step has succeeded. */
  recordEffects?(history: History, response: Readonly<Record<string, unknown>>): void;
}

/** A step that changes an order, before the order and the params are filled in. */
export interface OrderStep extends Omit<Step, "tracked" | "params"> {
  /** The id of the transaction, refund, fulfillment or return that the step changes. */
  childId?: number;
}

/** Add a change to one of several sums. */
export function addTo<K>(sums: Map<K, number>, key: K, change: number): void {
  sums.set(key, (sums.get(key) ?? 0) + change);
}
