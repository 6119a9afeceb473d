import type { Operation } from "@souk/contract";
import type { OrderDocument, OrdersFixture } from "../orders-fixture.ts";
import type { Chance } from "./chance.ts";

/** An order with what the history knows about it. */
export interface KnownOrder {
  /** The order in its last response. */
  document: OrderDocument;
  /** Whether placing the order took units from stock. */
  isStocked: boolean;
  /** The units that its cancellation restocked, by variant and location. */
  restockedUnits: ReadonlyMap<string, number>;
  /** The unsent units that each refund restocked, by refund and line. */
  unsentUnits: ReadonlyMap<number, ReadonlyMap<number, number>>;
}

/** A customer as known from requests and responses. */
export interface KnownCustomer {
  /** The credit given to the customer, in hundredths, before the payments and refunds of orders. */
  credit: number;
  points: number;
}

/**
 * A store while requests change it, with its expected content, which is derived from the interface's
 * description.
 */
export interface History {
  fixture: OrdersFixture;
  chance: Chance;
  variants: readonly number[];
  /** Variants that cannot be oversold. */
  denied: ReadonlySet<number>;
  locations: readonly number[];
  customers: ReadonlyMap<number, KnownCustomer>;
  /**
   * Units set and adjusted for each variant and location, without the movements of orders.
   */
  given: Map<string, number>;
  orders: Map<number, KnownOrder>;
  /** Deleted orders: the ledgers keep their movements. */
  deleted: KnownOrder[];
}

export const toLevelKey = (variant: number, location: number): string => `${variant} ${location}`;

/** A request to the store. */
export interface Step {
  operation: Operation;
  params?: object;
  body: object;
  /** The order that the step changes; null for a new order or none. */
  about: KnownOrder | null;
  /** Whether the store must reject (true) or accept (false) the step; undefined if either is right. */
  isWrong?: boolean | undefined;
  /** The expected change of the order's sums, by name; sums that are not listed stay as they are. */
  moves?: ReadonlyMap<string, number>;
  /** The topics published if the order changes, besides those of the order and of stock. */
  publishes?: string | readonly string[];
  /** Record the step's effects that orders do not show, after it succeeded. */
  done?(history: History, answer: Readonly<Record<string, unknown>>): void;
}

/** A step that changes an order, without the order and the params. */
export interface StepOfOrder extends Omit<Step, "about" | "params"> {
  /** The id of the transaction, refund, fulfillment or return that the step changes. */
  part?: number;
}

export function add<K>(sums: Map<K, number>, key: K, change: number): void {
  sums.set(key, (sums.get(key) ?? 0) + change);
}
