import {
  createBatchLoader,
  type Database,
  defineStatement,
  getErrorCode,
  type Queryable,
} from "@souk/database";
import { buildAnyIds } from "../../infrastructure/listing/any-ids.ts";
import type { Store } from "../../infrastructure/routing/call.ts";
import {
  buildStampSuffix,
  getStatementValues,
  snapshotBuildAndStoreStatement,
  snapshotBuildStatement,
} from "./product-snapshot-sql.ts";

/** The JSON text of products by id. A product that does not exist has no entry. */
export type SnapshotTexts = ReadonlyMap<number, string>;

/** Reads the JSON text of products: the stored snapshot if it is current, otherwise a new one. */
export interface ProductSnapshots {
  /** Load a product's text, and store a new snapshot if needed. Calls in one event-loop turn share a statement. */
  loadOne(store: Store, id: number): Promise<string | undefined>;
  /** Load the texts of products within the caller's transaction. Missing or stale snapshots are built but not stored. */
  loadMany(db: Queryable, store: Store, ids: readonly number[]): Promise<SnapshotTexts>;
  /** Build the part of a current snapshot's stamp that follows the product's version. */
  buildStampSuffix(store: Store): string;
}

interface SnapshotRow {
  id: number;
  body: string | null;
}

// A stored text is used only if its stamp has the product's version that this statement reads.
const loadStoredStatement = defineStatement(
  "product_snapshot_load",
  `
    select p.id, (
      select d.body from product_documents d
      where d.store_id = $1 and d.product_id = p.id and d.stamp = p.version || $3::text) as body
    from products p where p.store_id = $1 and p.id = ${buildAnyIds("$2")}`,
);

function toTextMap(rows: readonly SnapshotRow[]): Map<number, string> {
  return new Map(rows.flatMap(({ id, body }) => (body === null ? [] : [[id, body] as const])));
}

/** Return the stored texts, and build those that are missing or stale. */
async function completeTexts(
  rows: readonly SnapshotRow[],
  build: (ids: number[]) => Promise<SnapshotTexts>,
): Promise<SnapshotTexts> {
  const staleIds = rows.filter(({ body }) => body === null).map(({ id }) => id);
  if (staleIds.length === 0) return toTextMap(rows);
  return new Map([...toTextMap(rows), ...(await build(staleIds))]);
}

async function buildTexts(
  db: Queryable,
  store: Store,
  { ids, filesOrigin }: { ids: readonly number[]; filesOrigin: string },
): Promise<SnapshotTexts> {
  const rows = await db.many<SnapshotRow>(
    snapshotBuildStatement,
    getStatementValues(store, ids, filesOrigin),
  );
  return toTextMap(rows);
}

/** Create the reader of product snapshots. @param filesOrigin the origin of image URLs */
export function createProductSnapshots(database: Database, filesOrigin: string): ProductSnapshots {
  const loadStoredRows = async (db: Queryable, store: Store, ids: readonly number[]) =>
    await db.many<SnapshotRow>(loadStoredStatement, [
      store.id,
      [...ids],
      buildStampSuffix(store, filesOrigin),
    ]);

  /** Build texts and store them. */
  async function buildAndStoreTexts(store: Store, ids: readonly number[]): Promise<SnapshotTexts> {
    try {
      const values = getStatementValues(store, ids, filesOrigin);
      return toTextMap(await database.many<SnapshotRow>(snapshotBuildAndStoreStatement, values));
    } catch (error) {
      // 23503 is foreign_key_violation: a product was deleted meanwhile, so its snapshot cannot be stored. Build without storing.
      if (getErrorCode(error) !== "23503") throw error;
      return buildTexts(database, store, { ids, filesOrigin });
    }
  }

  // Reads with different settings of a store, such as its time zone, must not share a batch.
  const readers = new Map<string, (id: number) => Promise<string | undefined>>();
  function getOrCreateReader(store: Store) {
    const key = `${store.id} ${store.display_version}`;
    const existingReader = readers.get(key);
    if (existingReader) return existingReader;
    const reader = createBatchLoader<number, string>(async (ids) => {
      // Reads that arrive from now on belong to a new batch.
      readers.delete(key);
      return completeTexts(await loadStoredRows(database, store, ids), (staleIds) =>
        buildAndStoreTexts(store, staleIds),
      );
    });
    readers.set(key, reader);
    return reader;
  }

  return {
    loadOne: (store, id) => getOrCreateReader(store)(id),
    loadMany: async (db, store, ids) =>
      completeTexts(await loadStoredRows(db, store, ids), (staleIds) =>
        buildTexts(db, store, { ids: staleIds, filesOrigin }),
      ),
    buildStampSuffix: (store) => buildStampSuffix(store, filesOrigin),
  };
}
