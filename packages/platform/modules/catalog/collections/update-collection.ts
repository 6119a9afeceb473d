import { type operations, throwApiError, throwFieldError } from "@souk/contract";
import { defineStatement, getErrorCode, monotonicUpdatedAt, type Transaction } from "@souk/database";
import { wrapRecord } from "../../../infrastructure/listing/list-text.ts";
import type { Call, Store } from "../../../infrastructure/routing/call.ts";
import type { JsonText } from "../../../infrastructure/routing/response.ts";
import type { CatalogDeps } from "../catalog-deps.ts";
import { markProductsStale } from "../mark-products.ts";
import {
  type CollectionFields,
  type CollectionInput,
  collectionColumnFunctions,
} from "./collection-columns.ts";
import { assertLengths, lockParent, readImageUrl, readTitle } from "./collection-rules.ts";
import { loadCollectionText } from "./list-collections.ts";
import { applyToAddedProducts, applyToProducts } from "./products-of-collection.ts";

const { listColumns } = collectionColumnFunctions;

// Fields that were not sent are absent from `$3`, so they keep their value, while null clears a field.
const updateStatement = defineStatement(
  "collection_update",
  `
    update collections r set (${listColumns()}) = row(${listColumns("w")}),
      updated_at = ${monotonicUpdatedAt("r.updated_at")}
    from collections o, jsonb_populate_record(o, $3::jsonb) w
    where r.store_id = $1 and r.id = $2 and o.store_id = $1 and o.id = $2
      and (${listColumns("r")}) is distinct from (${listColumns("w")})`,
);

/**
 * Update the sent fields of a collection. Products contain their collections' titles and handles, so a new title or handle
 * makes their snapshots stale. No event is published for these products.
 * @throws ApiError `not_found`; `invalid` for title, handle, description, body_html, image_url or parent_id
 */
export async function updateCollection(
  { filesOrigin }: Pick<CatalogDeps, "filesOrigin">,
  tx: Transaction,
  { store, params, body }: Call<typeof operations.updateCollection>,
): Promise<JsonText> {
  const changes = readChanges(body, filesOrigin);
  const { id } = params;
  if (changes.parent_id) await lockParent(tx, store, { id, parent_id: changes.parent_id });
  await lockAndMarkProducts(tx, { store, id, changes });
  try {
    await tx.query(updateStatement, [store.id, id, JSON.stringify(changes)]);
  } catch (error) {
    if (getErrorCode(error) === "23505") throwFieldError("handle", "not_unique", { resource: "collection" });
    throw error;
  }
  return wrapRecord(
    "collection",
    (await loadCollectionText(tx, { store, id, filesOrigin })) ?? throwApiError("not_found"),
  );
}

function readChanges(body: CollectionInput, filesOrigin: string): Partial<CollectionFields> {
  assertLengths(body);
  return {
    ...collectionColumnFunctions.copyProvided(body),
    ...(body.title === undefined ? {} : { title: readTitle(body.title) }),
    ...(body.image_url === undefined ? {} : { image_url: readImageUrl(body.image_url, filesOrigin) }),
  };
}

interface CollectionName {
  title: string;
  handle: string;
}

/**
 * Lock the collection. If the changes contain a new title or handle, make the snapshots of its products stale.
 * @throws ApiError `not_found`
 */
async function lockAndMarkProducts(
  tx: Transaction,
  { store, id, changes }: { store: Store; id: number; changes: Partial<CollectionFields> },
): Promise<void> {
  const text = "select title, handle from collections where store_id = $1 and id = $2";
  const willChangeName = ({ title, handle }: CollectionName) =>
    (changes.title ?? title) !== title || (changes.handle ?? handle) !== handle;
  const [nameBeforeLock = throwApiError("not_found")] = await tx.many<CollectionName>(text, [store.id, id]);
  const collection = { store, collection_id: id };
  const markStale = (ids: number[]) => markProductsStale(tx, store, ids);
  // If no products were marked before the lock, 0 lets `applyToAddedProducts` mark all of them.
  const lastCollectId = willChangeName(nameBeforeLock) ? await applyToProducts(tx, collection, markStale) : 0;
  const [nameUnderLock = throwApiError("not_found")] = await tx.many<CollectionName>(`${text} for update`, [
    store.id,
    id,
  ]);
  if (willChangeName(nameBeforeLock) || willChangeName(nameUnderLock))
    await applyToAddedProducts(tx, { ...collection, since: lastCollectId }, markStale);
}
