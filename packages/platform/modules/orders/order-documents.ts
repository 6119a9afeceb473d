import { createHash } from "node:crypto";
import {
  createBatchLoader,
  type Database,
  defineStatement,
  getErrorCode,
  type Queryable,
} from "@souk/database";
import { buildAnyIds } from "../../infrastructure/listing/any-ids.ts";
import type { Store } from "../../infrastructure/routing/call.ts";
import { loadOrders } from "./load-orders.ts";
import { buildOrderJson } from "./order-json.ts";
import type { Order } from "./order-rows.ts";
import { sampleOrder } from "./sample-order.ts";

/** JSON texts of orders by id; an order that does not exist has no entry. */
export type OrderTexts = ReadonlyMap<number, string>;

/**
 * Returns the JSON texts of orders from stored snapshots. Each snapshot has a stamp: the order's version and everything
 * else that its text depends on. A snapshot with an old stamp is stale, and its text is built again.
 */
export interface OrderSnapshots {
  /** Load one order's JSON text; a text that is built again is stored. Calls within one event-loop turn share one statement. */
  load(store: Store, id: number): Promise<string | undefined>;
  /**
   * In the caller's transaction, load texts for events. A text whose snapshot is missing or stale is built but not
   * stored.
   */
  loadMany(db: Queryable, store: Store, ids: readonly number[]): Promise<OrderTexts>;
  /** Build the JSON text of an order from memory. */
  buildText(store: Store, order: Order): string;
  /** Return the part of a current stamp that follows the order's version. */
  getStampSuffix(store: Store): string;
}

interface StoredRow {
  id: number;
  body: string | null;
}

// A stored text is returned only if its stamp has the version that this statement reads from the order.
const loadStatement = defineStatement(
  "order_snapshots_load",
  `
    select o.id, (
      select d.body from order_documents d
      where d.store_id = $1 and d.order_id = o.id and d.stamp = o.version || $3::text) as body
    from orders o where o.store_id = $1 and o.id = ${buildAnyIds("$2")}`,
);

// A slow reader must not overwrite the text of a later version. A stamp begins with the version.
const buildVersionSql = (stamp: string) => `split_part(${stamp}, '|', 1)::bigint`;

const storeStatement = defineStatement(
  "order_snapshots_store",
  `
    insert into order_documents as kept (store_id, order_id, stamp, body)
    select $1, d.id, d.stamp, d.body from unnest($2::bigint[], $3::text[], $4::text[]) as d (id, stamp, body) order by d.id
    on conflict (store_id, order_id) do update set stamp = excluded.stamp, body = excluded.body
    where ${buildVersionSql("kept.stamp")} <= ${buildVersionSql("excluded.stamp")}`,
);

/** Compute a hash of the JSON shape of orders; when it changes, every stored snapshot is stale. */
function computeShapeHash(): string {
  const json = buildOrderJson(sampleOrder, { timezone: "Asia/Kolkata", filesOrigin: "" });
  return createHash("sha256").update(JSON.stringify(json)).digest("hex").slice(0, 12);
}

/** Create the reader of order snapshots. */
export function createOrderSnapshots(database: Database, filesOrigin: string): OrderSnapshots {
  const shapeHash = computeShapeHash();
  const getStampSuffix = (store: Store): string => `|${store.display_version}|${shapeHash}|${filesOrigin}`;
  const buildText = (store: Store, order: Order): string =>
    JSON.stringify(buildOrderJson(order, { timezone: store.timezone, filesOrigin }));

  const loadStoredRows = async (db: Queryable, store: Store, ids: readonly number[]) =>
    await db.many<StoredRow>(loadStatement, [store.id, [...ids], getStampSuffix(store)]);

  async function storeTexts(store: Store, orders: readonly Order[], texts: OrderTexts): Promise<void> {
    const ids = orders.map(({ order }) => order.id);
    const stamps = orders.map(({ order }) => `${order.version}${getStampSuffix(store)}`);
    const bodies = ids.map((id) => texts.get(id) ?? "");
    try {
      await database.query(storeStatement, [store.id, ids, stamps, bodies]);
    } catch (error) {
      // 23503 is foreign_key_violation: the order was deleted meanwhile, so its text is returned without being stored.
      if (getErrorCode(error) !== "23503") throw error;
    }
  }

  async function readTexts(
    db: Queryable,
    store: Store,
    { ids, canStore }: { ids: readonly number[]; canStore: boolean },
  ): Promise<OrderTexts> {
    const rows = await loadStoredRows(db, store, ids);
    const freshTexts = rows.flatMap(({ id, body }) => (body === null ? [] : [[id, body] as const]));
    const staleIds = rows.filter(({ body }) => body === null).map(({ id }) => id);
    if (staleIds.length === 0) return new Map(freshTexts);
    const orders = await loadOrders(db, store, staleIds);
    const builtTexts = new Map(orders.map((order) => [order.order.id, buildText(store, order)]));
    if (canStore) await storeTexts(store, orders, builtTexts);
    return new Map([...freshTexts, ...builtTexts]);
  }

  // The display version changes with the store's time zone. The key includes this version, so all texts of a batch have the same time
  // zone, even if the store's time zone changes meanwhile.
  const readers = new Map<string, (id: number) => Promise<string | undefined>>();
  function getReader(store: Store) {
    const key = `${store.id} ${store.display_version}`;
    const existingReader = readers.get(key);
    if (existingReader) return existingReader;
    const reader = createBatchLoader<number, string>((ids) => {
      readers.delete(key);
      return readTexts(database, store, { ids, canStore: true });
    });
    readers.set(key, reader);
    return reader;
  }

  return {
    load: (store, id) => getReader(store)(id),
    loadMany: (db, store, ids) => readTexts(db, store, { ids, canStore: false }),
    buildText,
    getStampSuffix,
  };
}
