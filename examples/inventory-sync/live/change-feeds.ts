import { type ChangeFeed, createChangeFeed } from "./change-feed.ts";

/** The change feeds of all stores. */
export interface ChangeFeeds {
  /** Return the feed of a store, and create it if it does not exist yet. */
  get(shop: string): ChangeFeed;
  /** Remove a store that uninstalled the app: notify its open pages and delete its feed. */
  remove(shop: string): void;
  /** Signal that is aborted when the app stops, which ends all streams. */
  stopSignal: AbortSignal;
  /** Abort the signal `stopSignal`. */
  endStreams(): void;
}

/** Create an empty collection of feeds. */
export function createChangeFeeds(): ChangeFeeds {
  const feeds = new Map<string, ChangeFeed>();
  const controller = new AbortController();
  return {
    get: (shop) => {
      const feed = feeds.get(shop) ?? createChangeFeed();
      feeds.set(shop, feed);
      return feed;
    },
    remove: (shop) => {
      feeds.get(shop)?.notifyRemoved();
      feeds.delete(shop);
    },
    stopSignal: controller.signal,
    endStreams: () => controller.abort(),
  };
}
