import { type operations, throwFieldError } from "@souk/contract";
import type { Transaction } from "@souk/database";
import { listHandleCandidates } from "../../../infrastructure/handle-candidates.ts";
import { wrapRecord } from "../../../infrastructure/listing/list-text.ts";
import { assertWithinQuota } from "../../../infrastructure/quotas/index.ts";
import type { Call } from "../../../infrastructure/routing/call.ts";
import type { JsonText } from "../../../infrastructure/routing/response.ts";
import type { RandomText } from "../../../runtime/random.ts";
import type { CatalogDeps } from "../catalog-deps.ts";
import { collectionColumnFunctions } from "./collection-columns.ts";
import { assertLengths, lockParent, readImageUrl, readTitle } from "./collection-rules.ts";
import { insertCollection } from "./insert-collection.ts";
import { loadCollectionText } from "./list-collections.ts";

/**
 * Create a collection without products (PRD-3). If no handle is sent, it is built from the title.
 * @throws ApiError `invalid` for title, handle, description, body_html, image_url or parent_id; `quota_exceeded`
 */
export async function createCollection(
  { filesOrigin, random }: Pick<CatalogDeps, "filesOrigin" | "random">,
  tx: Transaction,
  { store, body }: Call<typeof operations.createCollection>,
): Promise<JsonText> {
  const title = readTitle(body.title);
  assertLengths(body);
  const image_url = readImageUrl(body.image_url ?? null, filesOrigin);
  const fields = {
    ...collectionColumnFunctions.createInitialValues(),
    ...collectionColumnFunctions.copyProvided(body),
    title,
    image_url,
  };
  const { parent_id } = fields;
  if (parent_id !== null) await lockParent(tx, store, { id: null, parent_id });
  const handles = body.handle === undefined ? buildCandidateHandles(title, random) : [body.handle];
  const id = await insertWithFirstFreeHandle(handles, (handle) =>
    insertCollection(tx, store, { ...fields, handle }),
  );
  await assertWithinQuota(tx, store.id, "collections");
  if (id === null) throwFieldError("handle", "not_unique", { resource: "collection" });
  return wrapRecord("collection", (await loadCollectionText(tx, { store, id, filesOrigin })) ?? "");
}

function buildCandidateHandles(title: string, random: RandomText): string[] {
  return listHandleCandidates(title, "collection", Buffer.from(random(4), "base64url").toString("hex"));
}

async function insertWithFirstFreeHandle(
  handles: readonly string[],
  insert: (handle: string) => Promise<number | null>,
): Promise<number | null> {
  for (const handle of handles) {
    const id = await insert(handle);
    if (id !== null) return id;
  }
  return null;
}
