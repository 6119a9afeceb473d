import type { Webhook } from "@souk/app-sdk";
import { createNewest } from "./newest.ts";

/** The stock of a variant at a location, as the page shows it. */
export interface Level {
  variant_id: number;
  location_id: number;
  quantity: number;
  updated_at: string;
}

/** A webhook as the page tells of it. */
export interface Arrival {
  /** Counts up from the start of this process. */
  number: number;
  topic: string;
  sent_at: string | null;
  /** What caused the change, and the handle of the app that did. */
  context: string | null;
  by_app: string | null;
  /** It came late: something newer was there before it, so nothing was changed. */
  stale: boolean;
  level?: Level;
  product?: { id: number; title: string };
}

type Arrived<Topic extends string> = Pick<
  Webhook<Topic>,
  "topic" | "payload" | "triggered_at" | "context" | "trigger_by_app"
>;

/** What a page that watches is told. */
export type Watcher = (event: { name: "arrival"; arrival: Arrival } | { name: "removed" }) => void;

/** One shop: its last arrivals, and who watches. */
export interface Board {
  stockChanged(webhook: Arrived<"inventory_level/inventory_quantity_update">): void;
  productChanged(webhook: Arrived<"product/update">): void;
  /** The app was removed from the shop. */
  removed(): void;
  /** The last arrivals, the oldest first. */
  recent(): readonly Arrival[];
  /** @returns ends the watching */
  watch(watcher: Watcher): () => void;
}

const kept = 12;

export function createBoard(): Board {
  const newest = createNewest();
  const watchers = new Set<Watcher>();
  let arrivals: readonly Arrival[] = [];
  let number = 0;

  function arrived(webhook: Arrived<string>, about: Pick<Arrival, "stale" | "level" | "product">): void {
    const { topic, triggered_at: sent_at, context, trigger_by_app: by_app } = webhook;
    const arrival: Arrival = { number: ++number, topic, sent_at, context, by_app, ...about };
    arrivals = [...arrivals, arrival].slice(-kept);
    for (const watcher of watchers) watcher({ name: "arrival", arrival });
  }

  return {
    stockChanged: ({ payload, ...webhook }) => {
      const { variant_id, location_id, inventory_quantity: quantity } = payload;
      const stale = !newest.take(`level ${variant_id} ${location_id}`, payload);
      const level = { variant_id, location_id, quantity, updated_at: payload.inventory_level_updated_at };
      arrived({ ...webhook, payload }, { stale, level });
    },
    productChanged: ({ payload, ...webhook }) => {
      const { id, title } = payload;
      arrived(
        { ...webhook, payload },
        { stale: !newest.take(`product ${id}`, payload), product: { id, title } },
      );
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
