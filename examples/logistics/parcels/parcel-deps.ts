import type { App } from "@souk/app-sdk";
import type { ParcelBook } from "./parcel-book.ts";
import type { Turns } from "./turns.ts";

/** Dependencies of booking and tracking parcels. */
export interface ParcelDeps {
  book: ParcelBook;
  /** Turns that run the work of one order in sequence, so that a double press books once. */
  turns: Turns;
  app: Pick<App, "shop" | "origin" | "report">;
  now(): Date;
  /** Create the number of a parcel. */
  newNumber(): string;
}

/** Return the name of an order's turn. */
export function getTurnKey({ shop, order_id }: { shop: string; order_id: number }): string {
  return `${shop} ${order_id}`;
}
