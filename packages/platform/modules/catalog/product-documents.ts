import { batched, type Database, errorCode, type Queryable } from "@souk/database";
import { anyOf } from "../../listing/any-of.ts";
import type { Store } from "../../routing/call.ts";
import { buildStatement, buildValues, keepStatement, stampEnd } from "./product-document.ts";

/** Products by id as JSON text; one that does not exist has no entry. */
export type DocumentTexts = ReadonlyMap<number, string>;

/** The kept JSON text of products, never older than the product. */
export interface ProductDocuments {
  /** One product's text; reads of one event-loop turn share a statement. */
  one(store: Store, id: number): Promise<string | undefined>;
  /** Texts for events, in the caller's transaction: reads what is kept, builds the rest and keeps none. */
  many(run: Queryable, store: Store, ids: readonly number[]): Promise<DocumentTexts>;
  /** The end of a right stamp, after the product's version. */
  stampEnd(store: Store): string;
}

interface KeptRow {
  id: number;
  body: string | null;
}

// A text counts only when its stamp says it was made from the product as this same statement sees it.
const keptStatement = {
  name: "product_kept",
  text: `
    select p.id, (
      select d.body from product_documents d
      where d.store_id = $1 and d.product_id = p.id and d.stamp = p.version || $3::text) as body
    from products p where p.store_id = $1 and p.id = ${anyOf("$2")}`,
};

function textsOf(rows: readonly KeptRow[]): Map<number, string> {
  return new Map(rows.flatMap(({ id, body }) => (body === null ? [] : [[id, body] as const])));
}

/** Reads what is kept, and what is not by the function given. */
async function readTexts(
  rows: readonly KeptRow[],
  build: (ids: number[]) => Promise<DocumentTexts>,
): Promise<DocumentTexts> {
  const stale = rows.filter(({ body }) => body === null).map(({ id }) => id);
  if (stale.length === 0) return textsOf(rows);
  return new Map([...textsOf(rows), ...(await build(stale))]);
}

async function buildOnly(
  run: Queryable,
  store: Store,
  { ids, filesOrigin }: { ids: readonly number[]; filesOrigin: string },
): Promise<DocumentTexts> {
  const { rows } = await run.query<KeptRow>(buildStatement, buildValues(store, ids, filesOrigin));
  return textsOf(rows);
}

/** Makes the reader of product documents. */
export function createProductDocuments(database: Database, filesOrigin: string): ProductDocuments {
  const kept = async (run: Queryable, store: Store, ids: readonly number[]) =>
    (await run.query<KeptRow>(keptStatement, [store.id, [...ids], stampEnd(store, filesOrigin)])).rows;

  /** Builds texts anew and keeps them. */
  async function rebuild(store: Store, ids: readonly number[]): Promise<DocumentTexts> {
    try {
      const values = buildValues(store, ids, filesOrigin);
      return textsOf((await database.query<KeptRow>(keepStatement, values)).rows);
    } catch (error) {
      // A product deleted in between cannot keep a document; what was read was true when it was read.
      if (errorCode(error) !== "23503") throw error;
      return buildOnly(database, store, { ids, filesOrigin });
    }
  }

  // A store whose time zone changes within one turn is two stores to the batch.
  const readers = new Map<string, (id: number) => Promise<string | undefined>>();
  function readerOf(store: Store) {
    const key = `${store.id} ${store.rendition}`;
    const known = readers.get(key);
    if (known) return known;
    const reader = batched<number, string>(async (ids) => {
      readers.delete(key);
      return readTexts(await kept(database, store, ids), (stale) => rebuild(store, stale));
    });
    readers.set(key, reader);
    return reader;
  }

  return {
    one: (store, id) => readerOf(store)(id),
    many: async (run, store, ids) =>
      readTexts(await kept(run, store, ids), (stale) => buildOnly(run, store, { ids: stale, filesOrigin })),
    stampEnd: (store) => stampEnd(store, filesOrigin),
  };
}
