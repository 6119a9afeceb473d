import { refuse, refuseField, textLimits } from "@souk/contract";
import type { Transaction } from "@souk/database";
import type { Store } from "../../../routing/call.ts";
import { byteFaults } from "../../../text-bytes.ts";

/** A title without spaces around it. @throws Refusal invalid when nothing is left */
export function readTitle(title: string): string {
  const trimmed = title.trim();
  return trimmed === "" ? refuseField("title", "must not be empty") : trimmed;
}

/** @throws Refusal invalid naming a description or body_html that is too long */
export function requireLengths(sent: { description?: unknown; body_html?: unknown }): void {
  const { description, body_html } = textLimits;
  const fields = byteFaults(sent, { description, body_html });
  if (fields.length > 0) refuse("invalid", { fields });
}

/**
 * The address of a picture as it is kept: without the origin when it is one of our own files, so that it follows when the
 * platform moves to another domain. An empty text is none.
 * @throws Refusal invalid when it is no http or https address
 */
export function readPicture(address: string | null, filesOrigin: string): string | null {
  if (address === null || address === "") return null;
  const url = URL.parse(address);
  if (url === null || (url.protocol !== "https:" && url.protocol !== "http:"))
    refuseField(
      "image_url",
      "must be an http or https address, such as https://pictures.your-company.com/gifts.jpg",
    );
  return url.origin === filesOrigin ? `${url.pathname}${url.search}` : url.href;
}

const ancestorsText = `
  with recursive above (id) as (
    select $2::bigint
    union select c.parent_id from collections c join above on c.id = above.id
    where c.store_id = $1 and c.parent_id is not null)
  select exists (select from above where id = $3) as has`;

/**
 * Holds the collection that another is to stand in. Of one store's collections one at a time gets another parent: two that
 * were each put into the other would stand in nothing.
 * @param id the one to be put there; null: one that is made only now
 * @throws Refusal invalid naming parent_id
 */
export async function holdParent(
  tx: Transaction,
  store: Store,
  { id, parent_id }: { id: number | null; parent_id: number },
): Promise<void> {
  if (id !== null)
    await tx.query("select pg_advisory_xact_lock(hashtextextended($1, 8))", [`collections ${store.id}`]);
  const text = "select from collections where store_id = $1 and id = $2 for key share";
  const held = await tx.query(text, [store.id, parent_id]);
  if (held.rowCount === 0) refuseField("parent_id", "is no collection of this store");
  if (id === null) return;
  const { rows } = await tx.query<{ has: boolean }>(ancestorsText, [store.id, parent_id, id]);
  if (!rows[0]?.has) return;
  const itself = id === parent_id;
  refuseField("parent_id", itself ? "is the collection itself" : "is a collection that stands in this one");
}
