import type { App } from "@souk/app-sdk";
import type { ParcelBook } from "./parcel-book.ts";
import type { Turns } from "./turns.ts";

/** What booking and following parcels needs. */
export interface ParcelDesk {
  book: ParcelBook;
  /** All that concerns one order happens in one turn, so that who presses twice books once. */
  turns: Turns;
  app: Pick<App, "shop" | "origin" | "report">;
  now(): Date;
  /** Makes the number of a parcel. */
  newNumber(): string;
}

/** The name of an order's turn. */
export function turnOf({ shop, order_id }: { shop: string; order_id: number }): string {
  return `${shop} ${order_id}`;
}
