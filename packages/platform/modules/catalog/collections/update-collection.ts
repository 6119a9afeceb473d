import { type operations, throwApiError, throwFieldError } from "@souk/contract";
import { defineStatement, getErrorCode, monotonicUpdatedAt, type Transaction } from "@souk/database";
import { recordText } from "../../../infrastructure/listing/list-text.ts";
import type { JsonText } from "../../../infrastructure/routing/answer.ts";
import type { Call, Store } from "../../../infrastructure/routing/call.ts";
import type { CatalogDeps } from "../catalog-deps.ts";
import { markStale } from "../mark-products.ts";
import { type CollectionFields, type CollectionInput, collectionColumnUses } from "./collection-columns.ts";
import { assertLengths, holdParent, readImageUrl, readTitle } from "./collection-rules.ts";
import { collectionText } from "./list-collections.ts";
import { forEachAddedProduct, forProducts } from "./products-of-collection.ts";

const { list } = collectionColumnUses;

// What was not sent is left out of `$3`, so that null can be said.
const statement = defineStatement(
  "collection_update",
  `
    update collections r set (${list()}) = row(${list("w")}),
      updated_at = ${monotonicUpdatedAt("r.updated_at")}
    from collections o, jsonb_populate_record(o, $3::jsonb) w
    where r.store_id = $1 and r.id = $2 and o.store_id = $1 and o.id = $2
      and (${list("r")}) is distinct from (${list("w")})`,
);

/**
 * Update the sent fields of a collection. Products show their collections' titles and handles, so those of a renamed
 * collection become stale at once; no event is published for them.
 * @throws ApiError not_found; invalid naming title, handle, image_url or parent_id
 */
export async function updateCollection(
  { filesOrigin }: Pick<CatalogDeps, "filesOrigin">,
  tx: Transaction,
  { store, params, body }: Call<typeof operations.updateCollection>,
): Promise<JsonText> {
  const changes = readChanges(body, filesOrigin);
  const { id } = params;
  if (changes.parent_id) await holdParent(tx, store, { id, parent_id: changes.parent_id });
  await renaming(tx, { store, id, changes });
  try {
    await tx.query(statement, [store.id, id, JSON.stringify(changes)]);
  } catch (error) {
    if (getErrorCode(error) === "23505") throwFieldError("handle", "not_unique", { resource: "collection" });
    throw error;
  }
  return recordText(
    "collection",
    (await collectionText(tx, { store, id, filesOrigin })) ?? throwApiError("not_found"),
  );
}

function readChanges(body: CollectionInput, filesOrigin: string): Partial<CollectionFields> {
  assertLengths(body);
  return {
    ...collectionColumnUses.copySent(body),
    ...(body.title === undefined ? {} : { title: readTitle(body.title) }),
    ...(body.image_url === undefined ? {} : { image_url: readImageUrl(body.image_url, filesOrigin) }),
  };
}

interface Name {
  title: string;
  handle: string;
}

/** Make the products stale when the collection is renamed, and lock it. @throws ApiError not_found */
async function renaming(
  tx: Transaction,
  { store, id, changes }: { store: Store; id: number; changes: Partial<CollectionFields> },
): Promise<void> {
  const text = "select title, handle from collections where store_id = $1 and id = $2";
  const isNew = ({ title, handle }: Name) =>
    (changes.title ?? title) !== title || (changes.handle ?? handle) !== handle;
  const [before = throwApiError("not_found")] = await tx.many<Name>(text, [store.id, id]);
  const shown = { store, collection_id: id };
  const stale = (ids: number[]) => markStale(tx, store, ids);
  const since = isNew(before) ? await forProducts(tx, shown, stale) : 0;
  const [now = throwApiError("not_found")] = await tx.many<Name>(`${text} for update`, [store.id, id]);
  if (isNew(before) || isNew(now)) await forEachAddedProduct(tx, { ...shown, since }, stale);
}
