import { type operations, throwFieldError } from "@souk/contract";
import type { Transaction } from "@souk/database";
import { handlesFor } from "../../../infrastructure/handles-for.ts";
import { recordText } from "../../../infrastructure/listing/list-text.ts";
import type { JsonText } from "../../../infrastructure/routing/answer.ts";
import type { Call } from "../../../infrastructure/routing/call.ts";
import type { RandomText } from "../../../runtime/random.ts";
import type { CatalogDeps } from "../catalog-deps.ts";
import { collectionColumnUses } from "./collection-columns.ts";
import { assertLengths, holdParent, readImageUrl, readTitle } from "./collection-rules.ts";
import { insertCollection } from "./insert-collection.ts";
import { collectionText } from "./list-collections.ts";

/**
 * Create a collection without products (PRD-3); its handle comes from its title when none is sent.
 * @throws ApiError invalid naming title, handle, image_url or parent_id
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
    ...collectionColumnUses.createInitial(),
    ...collectionColumnUses.copySent(body),
    title,
    image_url,
  };
  const { parent_id } = fields;
  if (parent_id !== null) await holdParent(tx, store, { id: null, parent_id });
  const handles = body.handle === undefined ? freeHandles(title, random) : [body.handle];
  const id = await firstFree(handles, (handle) => insertCollection(tx, store, { ...fields, handle }));
  if (id === null) throwFieldError("handle", "not_unique", { resource: "collection" });
  return recordText("collection", (await collectionText(tx, { store, id, filesOrigin })) ?? "");
}

function freeHandles(title: string, random: RandomText): string[] {
  return handlesFor(title, "collection", Buffer.from(random(4), "base64url").toString("hex"));
}

async function firstFree(
  handles: readonly string[],
  insert: (handle: string) => Promise<number | null>,
): Promise<number | null> {
  for (const handle of handles) {
    const id = await insert(handle);
    if (id !== null) return id;
  }
  return null;
}
