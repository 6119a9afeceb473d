import type { Webhook } from "@souk/app-sdk";
import { createNewestTimestamps } from "./newest-timestamps.ts";

/** Quantity of a variant at a location, as the page shows it. */
export interface Level {
  variant_id: number;
  location_id: number;
  quantity: number;
  updated_at: string;
}

/** A change that the page shows. It comes from a webhook or was found by reconciliation. */
export interface Arrival {
  /** Number of the change in the store's feed, from 1. */
  number: number;
  /** Topic of the webhook. This and the next three fields are null for a change that reconciliation found. */
  topic: string | null;
  /** Time at which the platform triggered the webhook. */
  sent_at: string | null;
  /** Action that caused the change, such as `order/create`. */
  context: string | null;
  /** Handle of the app that made the change. */
  by_app: string | null;
  /**
   * True if the change is not newer than the known state, for example because its webhook arrived late. Such a change is only
   * listed and not applied.
   */
  stale: boolean;
  level?: Level;
  product?: { id: number; title: string };
}

type Cause = Pick<Webhook, "triggered_at" | "context" | "trigger_by_app">;
type TopicWebhook<Topic extends string> = Cause & Pick<Webhook<Topic>, "topic" | "payload">;

/** Product that reconciliation has read from the store. */
type FoundProduct = { id: number; title: string; updated_at: string };

interface FoundOptions {
  /** Only remember the record's timestamp, and add no change to the feed. */
  silent: boolean;
}

/** Function that is called with each event for the open pages. */
export type Watcher = (
  event:
    | { name: "arrival"; arrival: Arrival }
    | { name: "reconciled"; to: string | null }
    | { name: "removed" },
) => void;

/** The recent changes of one store. Watchers are called for each new change. */
export interface ChangeFeed {
  /** Add the change that a stock webhook reports. */
  recordStockWebhook(webhook: TopicWebhook<"inventory_level/inventory_quantity_update">): void;
  /** Add the change that a product webhook reports. */
  recordProductWebhook(webhook: TopicWebhook<"product/update">): void;
  /** Add the change of a level that reconciliation has read, if the change is newer than the known state. */
  recordFoundStock(level: Level, options: FoundOptions): void;
  /** Add the change of a product that reconciliation has read, if the change is newer than the known state. */
  recordFoundProduct(product: FoundProduct, options: FoundOptions): void;
  /**
   * Record that a reconciliation has finished, and notify the watchers.
   * @param to the newest `updated_at` that the reconciliation has read; null if the store has no product
   */
  finishReconciliation(to: string | null): void;
  /** The newest `updated_at` that the last reconciliation has read; undefined before the first reconciliation. */
  readonly reconciledTo: string | null | undefined;
  /** Notify watchers that the app was removed from the store. */
  notifyRemoved(): void;
  /** List the recent changes, oldest first. */
  listRecent(): readonly Arrival[];
  /** Call a watcher for each later event. @returns a function that removes the watcher */
  watch(watcher: Watcher): () => void;
}

/** How many recent changes a feed keeps. */
const maxArrivals = 12;
const reconciliationCause = { topic: null, triggered_at: null, context: null, trigger_by_app: null };

/** Create a feed without changes. The feed compares each change with the newest known timestamp of the changed record. */
export function createChangeFeed(): ChangeFeed {
  const newestTimestamps = createNewestTimestamps();
  const watchers = new Set<Watcher>();
  let arrivals: readonly Arrival[] = [];
  let lastNumber = 0;
  let reconciledTo: string | null | undefined;

  function addArrival(
    cause: Cause & { topic: string | null },
    change: Pick<Arrival, "stale" | "level" | "product">,
  ): void {
    const { topic, triggered_at: sent_at, context, trigger_by_app: by_app } = cause;
    const arrival: Arrival = { number: ++lastNumber, topic, sent_at, context, by_app, ...change };
    arrivals = [...arrivals, arrival].slice(-maxArrivals);
    for (const watcher of watchers) watcher({ name: "arrival", arrival });
  }

  return {
    recordStockWebhook: ({ payload, ...webhook }) => {
      const { variant_id, location_id, inventory_quantity: quantity } = payload;
      const stale = !newestTimestamps.recordIfNewer(`level ${variant_id} ${location_id}`, payload);
      const level = { variant_id, location_id, quantity, updated_at: payload.inventory_level_updated_at };
      addArrival(webhook, { stale, level });
    },
    recordProductWebhook: ({ payload, ...webhook }) => {
      const { id, title } = payload;
      addArrival(webhook, {
        stale: !newestTimestamps.recordIfNewer(`product ${id}`, payload),
        product: { id, title },
      });
    },
    recordFoundStock: (level, { silent }) => {
      const isNewer = newestTimestamps.recordIfNewer(`level ${level.variant_id} ${level.location_id}`, level);
      if (isNewer && !silent) addArrival(reconciliationCause, { stale: false, level });
    },
    recordFoundProduct: ({ id, title, updated_at }, { silent }) => {
      const isNewer = newestTimestamps.recordIfNewer(`product ${id}`, { updated_at });
      if (isNewer && !silent) addArrival(reconciliationCause, { stale: false, product: { id, title } });
    },
    finishReconciliation: (to) => {
      reconciledTo = to;
      for (const watcher of watchers) watcher({ name: "reconciled", to });
    },
    get reconciledTo() {
      return reconciledTo;
    },
    notifyRemoved: () => {
      for (const watcher of watchers) watcher({ name: "removed" });
    },
    listRecent: () => arrivals,
    watch: (watcher) => {
      watchers.add(watcher);
      return () => watchers.delete(watcher);
    },
  };
}
