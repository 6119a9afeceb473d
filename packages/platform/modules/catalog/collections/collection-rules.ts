import { maxTextBytes, throwApiError, throwFieldError } from "@souk/contract";
import type { Transaction } from "@souk/database";
import type { Store } from "../../../infrastructure/routing/call.ts";
import { findByteLengthErrors } from "../../../infrastructure/text-bytes.ts";

/** Trim a title. @throws ApiError invalid when nothing is left */
export function readTitle(title: string): string {
  const trimmed = title.trim();
  return trimmed === "" ? throwFieldError("title", "required") : trimmed;
}

/** Check the length of a description and of a body_html. @throws ApiError invalid naming the one that is too long */
export function assertLengths(sent: { description?: unknown; body_html?: unknown }): void {
  const { description, body_html } = maxTextBytes;
  const fields = findByteLengthErrors(sent, { description, body_html });
  if (fields.length > 0) throwApiError("invalid", { fields });
}

/**
 * Read the address of an image as it is stored: without the origin when it is one of our own files, so that it stays
 * right when the platform moves to another domain. An empty text counts as no image.
 * @throws ApiError invalid when it is no http or https address
 */
export function readImageUrl(address: string | null, filesOrigin: string): string | null {
  if (address === null || address === "") return null;
  const url = URL.parse(address);
  if (url === null || (url.protocol !== "https:" && url.protocol !== "http:"))
    throwFieldError("image_url", "invalid_format", { format: "url" });
  return url.origin === filesOrigin ? `${url.pathname}${url.search}` : url.href;
}

const ancestorsText = `
  with recursive above (id) as (
    select $2::bigint
    union select c.parent_id from collections c join above on c.id = above.id
    where c.store_id = $1 and c.parent_id is not null)
  select exists (select from above where id = $3) as has`;

/**
 * Lock the parent of a collection. The collections of a store get new parents one at a time: two that became each
 * other's parent at once would form a cycle.
 * @param id the collection that gets the parent; null for a new collection
 * @throws ApiError invalid naming parent_id
 */
export async function holdParent(
  tx: Transaction,
  store: Store,
  { id, parent_id }: { id: number | null; parent_id: number },
): Promise<void> {
  if (id !== null)
    await tx.query("select pg_advisory_xact_lock(hashtextextended($1, 8))", [`collections ${store.id}`]);
  const text = "select from collections where store_id = $1 and id = $2 for key share";
  const locked = await tx.query(text, [store.id, parent_id]);
  if (locked.rowCount === 0) throwFieldError("parent_id", "not_found", { resource: "collection" });
  if (id === null) return;
  const row = await tx.maybeOne<{ has: boolean }>(ancestorsText, [store.id, parent_id, id]);
  if (!row?.has) return;
  const itself = id === parent_id;
  throwFieldError(
    "parent_id",
    "not_allowed",
    {},
    itself
      ? "{field} is the collection itself. Choose another collection."
      : "{field} is below this collection. Choose another collection.",
  );
}
