import type { Operation } from "@souk/contract";
import type { OrderDocument, OrdersRig } from "../orders-rig.ts";
import type { Chance } from "./chance.ts";

/** An order as the history knows it. */
export interface KnownOrder {
  /** As it was answered last. */
  document: OrderDocument;
  /** Whether placing it took its variants from stock. */
  isStocked: boolean;
  /** What its cancellation put back, by place. */
  putBack: ReadonlyMap<string, number>;
  /** Of the units that each refund put back: those of each line that had not been sent. */
  takenUnsent: ReadonlyMap<number, ReadonlyMap<number, number>>;
}

/** What is known of a customer from what was asked and answered. */
export interface KnownCustomer {
  /** What they were given, in hundredths; what orders took is found in these. */
  credit: number;
  points: number;
}

/** A shop while things happen in it: what it should hold, written down from the words of the interface. */
export interface History {
  rig: OrdersRig;
  chance: Chance;
  variants: readonly number[];
  /** Those of which no more than there are can be taken. */
  denied: ReadonlySet<number>;
  locations: readonly number[];
  customers: ReadonlyMap<number, KnownCustomer>;
  /** What was set and adjusted at each place; what orders moved is found in these. */
  given: Map<string, number>;
  orders: Map<number, KnownOrder>;
  /** Orders that were deleted: the ledgers keep what they moved. */
  deleted: KnownOrder[];
}

export const placeOf = (variant: number, location: number): string => `${variant} ${location}`;

/** Something that is asked of the shop. */
export interface Step {
  operation: Operation;
  params?: object;
  body: object;
  /** The order it is about; null: a new one, or none. */
  about: KnownOrder | null;
  /** Whether it must be refused or done; undefined: that is for the shop to say. */
  isWrong?: boolean | undefined;
  /** By how much it moves which sums of the order; those that it does not name stay as they are. */
  moves?: ReadonlyMap<string, number>;
  /** What it is told by beside the order's own topics and those of stock, when it changes the order. */
  tells?: string | readonly string[];
  /** Notes what it does beside what orders show, once it is done. */
  done?(history: History, answer: Readonly<Record<string, unknown>>): void;
}

/** What makes up a step of an order: the rest of it follows from the order. */
export interface StepOfOrder extends Omit<Step, "about" | "params"> {
  /** What of the order it is about: a transaction, a refund, a fulfillment or a return. */
  part?: number;
}

export function add<K>(sums: Map<K, number>, key: K, change: number): void {
  sums.set(key, (sums.get(key) ?? 0) + change);
}
