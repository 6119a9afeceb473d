import { type BodyOf, type operations, refuse, refuseField } from "@souk/contract";
import { errorCode, laterThan, type Transaction } from "@souk/database";
import { recordText } from "../../../listing/list-text.ts";
import type { JsonText } from "../../../routing/answer.ts";
import type { Call, Store } from "../../../routing/call.ts";
import { markStale } from "../mark-products.ts";
import { holdParent, readPicture, readTitle, requireLengths } from "./collection-rules.ts";
import type { CollectionGround } from "./create-collection.ts";
import { collectionText } from "./list-collections.ts";
import { forLaterProducts, forProducts } from "./products-of-collection.ts";

type Body = BodyOf<typeof operations.updateCollection>;

// What was not sent is left out of `$3`, so that null can be said.
const columns = [
  "title",
  "handle",
  "description",
  "body_html",
  "image_url",
  "position",
  "is_published",
  "parent_id",
] as const satisfies readonly (keyof Body)[];

const all = (of: (column: string) => string) => columns.map(of).join(", ");

const statement = {
  name: "collection_update",
  text: `
    update collections r set (${all((column) => column)}) = row(${all((column) => `w.${column}`)}),
      updated_at = ${laterThan("r.updated_at")}
    from collections o, jsonb_populate_record(o, $3::jsonb) w
    where r.store_id = $1 and r.id = $2 and o.store_id = $1 and o.id = $2
      and (${all((column) => `r.${column}`)}) is distinct from (${all((column) => `w.${column}`)})`,
};

/**
 * Changes what is sent. Products show their collections' titles and handles, so those of a renamed one are stale at once;
 * they are not told one by one.
 * @throws Refusal not_found; invalid naming title, handle, image_url or parent_id
 */
export async function updateCollection(
  { filesOrigin }: CollectionGround,
  tx: Transaction,
  { store, params, body }: Call<typeof operations.updateCollection>,
): Promise<JsonText> {
  const wanted = readWanted(body, filesOrigin);
  const { id } = params;
  if (wanted.parent_id) await holdParent(tx, store, { id, parent_id: wanted.parent_id });
  await renaming(tx, { store, id, wanted });
  try {
    await tx.query(statement, [store.id, id, JSON.stringify(wanted)]);
  } catch (error) {
    if (errorCode(error) === "23505") refuseField("handle", "is the handle of another collection");
    throw error;
  }
  return recordText(
    "collection",
    (await collectionText(tx, { store, id, filesOrigin })) ?? refuse("not_found"),
  );
}

function readWanted(body: Body, filesOrigin: string): Body {
  requireLengths(body);
  const sent = Object.fromEntries(
    columns.flatMap((column) => (body[column] === undefined ? [] : [[column, body[column]]])),
  ) as Body;
  return {
    ...sent,
    ...(body.title === undefined ? {} : { title: readTitle(body.title) }),
    ...(body.image_url === undefined ? {} : { image_url: readPicture(body.image_url, filesOrigin) }),
  };
}

interface Name {
  title: string;
  handle: string;
}

/** Makes the products stale when the collection is renamed, and locks it. @throws Refusal not_found */
async function renaming(
  tx: Transaction,
  { store, id, wanted }: { store: Store; id: number; wanted: Body },
): Promise<void> {
  const text = "select title, handle from collections where store_id = $1 and id = $2";
  const isNew = ({ title, handle }: Name) =>
    (wanted.title ?? title) !== title || (wanted.handle ?? handle) !== handle;
  const [before = refuse("not_found")] = (await tx.query<Name>(text, [store.id, id])).rows;
  const shown = { store, collection_id: id };
  const stale = (ids: number[]) => markStale(tx, store, ids);
  const since = isNew(before) ? await forProducts(tx, shown, stale) : 0;
  const [now = refuse("not_found")] = (await tx.query<Name>(`${text} for update`, [store.id, id])).rows;
  if (isNew(before) || isNew(now)) await forLaterProducts(tx, { ...shown, since }, stale);
}
