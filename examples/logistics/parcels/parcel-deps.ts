import type { App } from "@souk/app-sdk";
import type { ParcelStore } from "./parcel-store.ts";
import type { SequentialRunner } from "./sequential-runner.ts";

/** Dependencies of booking and tracking parcels. */
export interface ParcelDeps {
  parcelStore: ParcelStore;
  /** Runs the actions for one order in sequence, so that a double click books only one parcel. */
  runInSequence: SequentialRunner;
  app: Pick<App, "shop" | "origin" | "report">;
  now(): Date;
  /** Create a new parcel number. */
  createNumber(): string;
}

/** Return the key under which the actions for an order run in sequence. */
export function getOrderKey({ shop, order_id }: { shop: string; order_id: number }): string {
  return `${shop} ${order_id}`;
}
