import {
  createBatchLoader,
  type Database,
  defineStatement,
  getErrorCode,
  type Queryable,
} from "@souk/database";
import { anyIds } from "../../infrastructure/listing/any-ids.ts";
import type { Store } from "../../infrastructure/routing/call.ts";
import { buildStatement, buildValues, keepStatement, stampEnd } from "./product-document.ts";

/** Products by id as JSON text; one that does not exist has no entry. */
export type DocumentTexts = ReadonlyMap<number, string>;

/** The stored JSON text of products, never older than the product. */
export interface ProductDocuments {
  /** Load a product's text; reads of one event-loop turn share a statement. */
  one(store: Store, id: number): Promise<string | undefined>;
  /** Load texts for events in the caller's transaction: read the stored ones, build the others and store none. */
  many(db: Queryable, store: Store, ids: readonly number[]): Promise<DocumentTexts>;
  /** Return the end of a valid stamp, after the product's version. */
  stampEnd(store: Store): string;
}

interface KeptRow {
  id: number;
  body: string | null;
}

// A text counts only when its stamp says it was made from the product as this same statement sees it.
const keptStatement = defineStatement(
  "product_kept",
  `
    select p.id, (
      select d.body from product_documents d
      where d.store_id = $1 and d.product_id = p.id and d.stamp = p.version || $3::text) as body
    from products p where p.store_id = $1 and p.id = ${anyIds("$2")}`,
);

function toTexts(rows: readonly KeptRow[]): Map<number, string> {
  return new Map(rows.flatMap(({ id, body }) => (body === null ? [] : [[id, body] as const])));
}

/** Read stored texts, and the others by the function given. */
async function readTexts(
  rows: readonly KeptRow[],
  build: (ids: number[]) => Promise<DocumentTexts>,
): Promise<DocumentTexts> {
  const stale = rows.filter(({ body }) => body === null).map(({ id }) => id);
  if (stale.length === 0) return toTexts(rows);
  return new Map([...toTexts(rows), ...(await build(stale))]);
}

async function buildOnly(
  db: Queryable,
  store: Store,
  { ids, filesOrigin }: { ids: readonly number[]; filesOrigin: string },
): Promise<DocumentTexts> {
  const rows = await db.many<KeptRow>(buildStatement, buildValues(store, ids, filesOrigin));
  return toTexts(rows);
}

/** Create the reader of product snapshots. */
export function createProductDocuments(database: Database, filesOrigin: string): ProductDocuments {
  const kept = async (db: Queryable, store: Store, ids: readonly number[]) =>
    await db.many<KeptRow>(keptStatement, [store.id, [...ids], stampEnd(store, filesOrigin)]);

  /** Rebuild texts and store them. */
  async function rebuild(store: Store, ids: readonly number[]): Promise<DocumentTexts> {
    try {
      const values = buildValues(store, ids, filesOrigin);
      return toTexts(await database.many<KeptRow>(keepStatement, values));
    } catch (error) {
      // A product deleted in between cannot keep a document; what was read was true when it was read.
      if (getErrorCode(error) !== "23503") throw error;
      return buildOnly(database, store, { ids, filesOrigin });
    }
  }

  // A store whose time zone changes within one turn is two stores to the batch.
  const readers = new Map<string, (id: number) => Promise<string | undefined>>();
  function getReader(store: Store) {
    const key = `${store.id} ${store.display_version}`;
    const known = readers.get(key);
    if (known) return known;
    const reader = createBatchLoader<number, string>(async (ids) => {
      readers.delete(key);
      return readTexts(await kept(database, store, ids), (stale) => rebuild(store, stale));
    });
    readers.set(key, reader);
    return reader;
  }

  return {
    one: (store, id) => getReader(store)(id),
    many: async (db, store, ids) =>
      readTexts(await kept(db, store, ids), (stale) => buildOnly(db, store, { ids: stale, filesOrigin })),
    stampEnd: (store) => stampEnd(store, filesOrigin),
  };
}
