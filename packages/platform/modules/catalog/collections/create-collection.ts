import { type operations, refuseField } from "@souk/contract";
import type { Transaction } from "@souk/database";
import { handlesFor } from "../../../handles-for.ts";
import { recordText } from "../../../listing/list-text.ts";
import type { RandomText } from "../../../random.ts";
import type { JsonText } from "../../../routing/answer.ts";
import type { Call } from "../../../routing/call.ts";
import { holdParent, readPicture, readTitle, requireLengths } from "./collection-rules.ts";
import { insertCollection } from "./insert-collection.ts";
import { collectionText } from "./list-collections.ts";

/** What collections need of the house. */
export interface CollectionGround {
  filesOrigin: string;
  /** For the end of a handle when all nicer ones are taken. */
  random: RandomText;
}

/**
 * Makes a collection without products (PRD-3); its handle comes from its title when none is sent.
 * @throws Refusal invalid naming title, handle, image_url or parent_id
 */
export async function createCollection(
  { filesOrigin, random }: CollectionGround,
  tx: Transaction,
  { store, body }: Call<typeof operations.createCollection>,
): Promise<JsonText> {
  const title = readTitle(body.title);
  requireLengths(body);
  const image_url = readPicture(body.image_url ?? null, filesOrigin);
  const parent_id = body.parent_id ?? null;
  if (parent_id !== null) await holdParent(tx, store, { id: null, parent_id });
  const { description = "", body_html = "", position = null, is_published = true } = body;
  const rest = { title, description, body_html, image_url, position, is_published, parent_id };
  const handles = body.handle === undefined ? freeHandles(title, random) : [body.handle];
  const id = await firstFree(handles, (handle) => insertCollection(tx, store, { ...rest, handle }));
  if (id === null) refuseField("handle", "is the handle of another collection");
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
