import {
  type App,
  isNewer,
  NotInstalledError,
  type StoreClient,
  type Timestamped,
  updatedSinceWithOverlap,
  walkPages,
} from "@souk/app-sdk";
import { readLevels } from "../stock/read-stock.ts";
import type { Board } from "./board.ts";
import type { Boards } from "./boards.ts";

export interface ReconcilerDeps {
  app: App;
  boards: Boards;
}

/** Reconciler that finds changes whose webhooks were missed (WHK-12). */
export interface Reconciler {
  /**
   * Reconcile every store that has the app. A store whose API fails is reported and retried in the next run.
   */
  reconcileAll(): Promise<void>;
  /**
   * Reconcile one store and report newer changes to its board. The first run only records the current state.
   */
  reconcile(shop: string): Promise<void>;
}

/** Create the reconciler of an app. Its runs are sequential, so that no change is reported twice. */
export function createReconciler({ app, boards }: ReconcilerDeps): Reconciler {
  let last: Promise<void> = Promise.resolve();

  function reconcile(shop: string): Promise<void> {
    const walk = async (): Promise<void> => {
      if (boards.closing.aborted) return;
      await walkStore(app.shop(shop), boards.of(shop)).catch((error: unknown) => {
        if (!(error instanceof NotInstalledError)) app.report(error);
      });
    };
    last = last.then(walk);
    return last;
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
 * Reconcile the products that changed since the last run, with the stock of their variants: a change of stock
 * updates `updated_at` of its product (WHK-13). The run starts two hours before the newest known
 * `updated_at`, since a change may be committed after a newer one; known changes are not reported again. A
 * deleted product is in no list, so only its webhook reports it.
 */
async function walkStore(api: StoreClient, board: Board): Promise<void> {
  const { reconciledTo } = board;
  const start = reconciledTo === undefined ? await newestIn(api) : reconciledTo;
  const wasThere = (record: Timestamped): boolean => reconciledTo === undefined && !isNewer(record, start);
  const since = updatedSinceWithOverlap(start);
  let newest = start;
  const changed = since === undefined ? {} : { updated_at_min: since };
  const list = (page: number) =>
    api.products.list({ query: { page, limit: 250, sort: "id.asc", ...changed } });
  for await (const { products } of walkPages(list)) {
    for (const product of products) {
      board.productFound(product, { silent: wasThere(product) });
      if (isNewer(product, newest)) newest = product.updated_at;
    }
    const variants = products.flatMap((product) => product.variants.map(({ id }) => id));
    for (const level of await readLevels(api, variants))
      if (isNewer(level, since)) board.stockFound(level, { silent: wasThere(level) });
  }
  board.reconciled(newest);
}

/** Load the time of the store's newest product change; older changes predate the app. */
async function newestIn(api: StoreClient): Promise<string | null> {
  const { products } = await api.products.list({ query: { limit: 1, sort: "updated_at.desc" } });
  return products[0]?.updated_at ?? null;
}
