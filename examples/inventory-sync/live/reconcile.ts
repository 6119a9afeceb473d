import {
  type App,
  isNewer,
  NotInstalledError,
  type StoreClient,
  type Timestamped,
  updatedSinceWithOverlap,
  walkPages,
} from "@souk/app-sdk";
import { loadLevels } from "../stock/load-stock.ts";
import type { ChangeFeed } from "./change-feed.ts";
import type { ChangeFeeds } from "./change-feeds.ts";

/** What the reconciler uses. */
export interface ReconcilerDeps {
  app: App;
  feeds: ChangeFeeds;
}

/** Reconciler that finds changes whose webhooks were missed (WHK-12). */
export interface Reconciler {
  /**
   * Reconcile every store that has installed the app. If a store's API fails, the error is reported and the store is
   * reconciled again in the next run.
   */
  reconcileAll(): Promise<void>;
  /**
   * Reconcile one store and add newer changes to its feed. The first run only records the current state.
   */
  reconcile(shop: string): Promise<void>;
}

/** Create the reconciler of an app. It reconciles one store at a time, so that no change is reported twice. */
export function createReconciler({ app, feeds }: ReconcilerDeps): Reconciler {
  let lastRun: Promise<void> = Promise.resolve();

  function reconcile(shop: string): Promise<void> {
    const run = async (): Promise<void> => {
      if (feeds.stopSignal.aborted) return;
      await reconcileStore(app.shop(shop), feeds.get(shop)).catch((error: unknown) => {
        if (!(error instanceof NotInstalledError)) app.report(error);
      });
    };
    lastRun = lastRun.then(run);
    return lastRun;
  }

  return {
    reconcile,
    reconcileAll: async () => {
      try {
        for (const shop of await app.shops()) await reconcile(shop);
      } catch (error) {
        app.report(error);
      }
    },
  };
}

/**
 * Reconcile the products that changed since the last run, and the stock of their variants. A stock change also updates
 * `updated_at` of the product (WHK-13). The run starts two hours before the newest known `updated_at`, because a change can
 * be committed after another change whose `updated_at` is newer. Known changes are not reported again. A deleted product is
 * not listed, so only its webhook reports the deletion.
 */
async function reconcileStore(api: StoreClient, feed: ChangeFeed): Promise<void> {
  const { reconciledTo } = feed;
  const previousTimestamp = reconciledTo === undefined ? await loadNewestUpdatedAt(api) : reconciledTo;
  const isInitialState = (record: Timestamped): boolean =>
    reconciledTo === undefined && !isNewer(record, previousTimestamp);
  const since = updatedSinceWithOverlap(previousTimestamp);
  let newestTimestamp = previousTimestamp;
  const filter = since === undefined ? {} : { updated_at_min: since };
  // With a higher limit, a page could exceed 8 MiB, and the API would reject the request.
  const listPage = (page: number) =>
    api.products.list({ query: { page, limit: 50, sort: "id.asc", ...filter } });
  for await (const { products } of walkPages(listPage)) {
    for (const product of products) {
      feed.recordFoundProduct(product, { silent: isInitialState(product) });
      if (isNewer(product, newestTimestamp)) newestTimestamp = product.updated_at;
    }
    const variantIds = products.flatMap((product) => product.variants.map(({ id }) => id));
    for (const level of await loadLevels(api, variantIds))
      if (isNewer(level, since)) feed.recordFoundStock(level, { silent: isInitialState(level) });
  }
  feed.finishReconciliation(newestTimestamp);
}

/** Load the time of the newest product change in the store. For the first run, older changes are part of the initial state. */
async function loadNewestUpdatedAt(api: StoreClient): Promise<string | null> {
  const { products } = await api.products.list({ query: { limit: 1, sort: "updated_at.desc" } });
  return products[0]?.updated_at ?? null;
}
