import { createHash } from "node:crypto";
import { batched, type Database, errorCode, type Queryable } from "@souk/database";
import { anyOf } from "../../listing/any-of.ts";
import type { Store } from "../../routing/call.ts";
import { loadOrders } from "./load-orders.ts";
import { orderJson } from "./order-json.ts";
import type { Order } from "./order-rows.ts";
import { sampleOrder } from "./sample-order.ts";

/** Orders by id as JSON text; one that does not exist has no entry. */
export type OrderTexts = ReadonlyMap<number, string>;

/** The kept JSON text of orders, never older than the order. */
export interface OrderDocuments {
  /** One order's text; reads of one event-loop turn share a statement. */
  one(store: Store, id: number): Promise<string | undefined>;
  /** Texts for events, in the caller's transaction: reads what is kept, builds the rest and keeps none. */
  many(run: Queryable, store: Store, ids: readonly number[]): Promise<OrderTexts>;
  /** The text of an order as it is in memory. */
  text(store: Store, order: Order): string;
  /** The end of a right stamp, after the order's version. */
  stampEnd(store: Store): string;
}

interface KeptRow {
  id: number;
  body: string | null;
}

// A text counts only when its stamp says it was made from the order as this same statement sees it.
const keptStatement = {
  name: "order_kept",
  text: `
    select o.id, (
      select d.body from order_documents d
      where d.store_id = $1 and d.order_id = o.id and d.stamp = o.version || $3::text) as body
    from orders o where o.store_id = $1 and o.id = ${anyOf("$2")}`,
};

// Whoever read before a change may come after it: what was kept of a later version stays. A stamp begins with the version.
const versionOf = (stamp: string) => `split_part(${stamp}, '|', 1)::bigint`;

const keepStatement = {
  name: "order_keep",
  text: `
    insert into order_documents as kept (store_id, order_id, stamp, body)
    select $1, d.id, d.stamp, d.body from unnest($2::bigint[], $3::text[], $4::text[]) as d (id, stamp, body) order by d.id
    on conflict (store_id, order_id) do update set stamp = excluded.stamp, body = excluded.body
    where ${versionOf("kept.stamp")} <= ${versionOf("excluded.stamp")}`,
};

/** The hash of how an order is shown: where that changes, every kept document is stale. */
function shapeOf(): string {
  const shown = orderJson(sampleOrder, { timezone: "Asia/Kolkata", filesOrigin: "" });
  return createHash("sha256").update(JSON.stringify(shown)).digest("hex").slice(0, 12);
}

/** Makes the reader of order documents. */
export function createOrderDocuments(database: Database, filesOrigin: string): OrderDocuments {
  const shape = shapeOf();
  const stampEnd = (store: Store): string => `|${store.rendition}|${shape}|${filesOrigin}`;
  const text = (store: Store, order: Order): string =>
    JSON.stringify(orderJson(order, { timezone: store.timezone, filesOrigin }));

  const kept = async (run: Queryable, store: Store, ids: readonly number[]) =>
    (await run.query<KeptRow>(keptStatement, [store.id, [...ids], stampEnd(store)])).rows;

  async function keep(store: Store, orders: readonly Order[], texts: OrderTexts): Promise<void> {
    const ids = orders.map(({ order }) => order.id);
    const stamps = orders.map(({ order }) => `${order.version}${stampEnd(store)}`);
    const bodies = ids.map((id) => texts.get(id) ?? "");
    try {
      await database.query(keepStatement, [store.id, ids, stamps, bodies]);
    } catch (error) {
      // An order deleted in between cannot keep a document; what was read was true when it was read.
      if (errorCode(error) !== "23503") throw error;
    }
  }

  async function read(
    run: Queryable,
    store: Store,
    { ids, keeps }: { ids: readonly number[]; keeps: boolean },
  ): Promise<OrderTexts> {
    const rows = await kept(run, store, ids);
    const fresh = rows.flatMap(({ id, body }) => (body === null ? [] : [[id, body] as const]));
    const stale = rows.filter(({ body }) => body === null).map(({ id }) => id);
    if (stale.length === 0) return new Map(fresh);
    const orders = await loadOrders(run, store, stale);
    const built = new Map(orders.map((order) => [order.order.id, text(store, order)]));
    if (keeps) await keep(store, orders, built);
    return new Map([...fresh, ...built]);
  }

  // A store whose time zone changes within one turn is two stores to the batch.
  const readers = new Map<string, (id: number) => Promise<string | undefined>>();
  function readerOf(store: Store) {
    const key = `${store.id} ${store.rendition}`;
    const known = readers.get(key);
    if (known) return known;
    const reader = batched<number, string>((ids) => {
      readers.delete(key);
      return read(database, store, { ids, keeps: true });
    });
    readers.set(key, reader);
    return reader;
  }

  return {
    one: (store, id) => readerOf(store)(id),
    many: (run, store, ids) => read(run, store, { ids, keeps: false }),
    text,
    stampEnd,
  };
}
