import type { Webhook } from "@souk/app-sdk";
import { createNewest } from "./newest.ts";

/** Stock of a variant at a location, as the page shows it. */
export interface Level {
  variant_id: number;
  location_id: number;
  quantity: number;
  updated_at: string;
}

/** Change as the page shows it: from a webhook, or found by reconciliation. */
export interface Arrival {
  /** Serial number, counted from the start of this process. */
  number: number;
  /** Topic of the webhook; null for a change that reconciliation found. */
  topic: string | null;
  sent_at: string | null;
  /** Cause of the change, and the handle of the app that made it. */
  context: string | null;
  by_app: string | null;
  /** True when the change was not newer than the known one (a late webhook) and nothing was updated. */
  stale: boolean;
  level?: Level;
  product?: { id: number; title: string };
}

type Cause = Pick<Webhook, "triggered_at" | "context" | "trigger_by_app">;
type Arrived<Topic extends string> = Cause & Pick<Webhook<Topic>, "topic" | "payload">;

/** Product as reconciliation reads it. */
type FoundProduct = { id: number; title: string; updated_at: string };

/** An event sent to open pages. */
export type Watcher = (
  event:
    | { name: "arrival"; arrival: Arrival }
    | { name: "reconciled"; to: string | null }
    | { name: "removed" },
) => void;

/** Recent changes of one store, and its watchers. */
export interface Board {
  stockChanged(webhook: Arrived<"inventory_level/inventory_quantity_update">): void;
  productChanged(webhook: Arrived<"product/update">): void;
  /** Record a level that reconciliation read; `silent` keeps its date and reports nothing. */
  stockFound(level: Level, options: { silent: boolean }): void;
  /** Record a product that reconciliation read; `silent` keeps its date and reports nothing. */
  productFound(product: FoundProduct, options: { silent: boolean }): void;
  /**
   * End a run of reconciliation.
   * @param to the newest `updated_at` that it has seen; null when there was no product
   */
  reconciled(to: string | null): void;
  /** Newest `updated_at` of the last run of reconciliation; undefined before the first run. */
  readonly reconciledTo: string | null | undefined;
  /** Notify watchers that the app was removed from the store. */
  removed(): void;
  /** List the recent changes, the oldest first. */
  recent(): readonly Arrival[];
  /** Call a watcher for every event from now on. @returns a function that stops it */
  watch(watcher: Watcher): () => void;
}

const kept = 12;
const reconciliation = { topic: null, triggered_at: null, context: null, trigger_by_app: null };

export function createBoard(): Board {
  const newest = createNewest();
  const watchers = new Set<Watcher>();
  let arrivals: readonly Arrival[] = [];
  let number = 0;
  let reconciledTo: string | null | undefined;

  function arrived(
    cause: Cause & { topic: string | null },
    about: Pick<Arrival, "stale" | "level" | "product">,
  ): void {
    const { topic, triggered_at: sent_at, context, trigger_by_app: by_app } = cause;
    const arrival: Arrival = { number: ++number, topic, sent_at, context, by_app, ...about };
    arrivals = [...arrivals, arrival].slice(-kept);
    for (const watcher of watchers) watcher({ name: "arrival", arrival });
  }

  return {
    stockChanged: ({ payload, ...webhook }) => {
      const { variant_id, location_id, inventory_quantity: quantity } = payload;
      const stale = !newest.take(`level ${variant_id} ${location_id}`, payload);
      const level = { variant_id, location_id, quantity, updated_at: payload.inventory_level_updated_at };
      arrived(webhook, { stale, level });
    },
    productChanged: ({ payload, ...webhook }) => {
      const { id, title } = payload;
      arrived(webhook, { stale: !newest.take(`product ${id}`, payload), product: { id, title } });
    },
    stockFound: (level, { silent }) => {
      const isNews = newest.take(`level ${level.variant_id} ${level.location_id}`, level);
      if (isNews && !silent) arrived(reconciliation, { stale: false, level });
    },
    productFound: ({ id, title, updated_at }, { silent }) => {
      const isNews = newest.take(`product ${id}`, { updated_at });
      if (isNews && !silent) arrived(reconciliation, { stale: false, product: { id, title } });
    },
    reconciled: (to) => {
      reconciledTo = to;
      for (const watcher of watchers) watcher({ name: "reconciled", to });
    },
    get reconciledTo() {
      return reconciledTo;
    },
    removed: () => {
      for (const watcher of watchers) watcher({ name: "removed" });
    },
    recent: () => arrivals,
    watch: (watcher) => {
      watchers.add(watcher);
      return () => watchers.delete(watcher);
    },
  };
}
