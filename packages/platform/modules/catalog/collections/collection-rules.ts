import { maxTextBytes, throwApiError, throwFieldError } from "@souk/contract";
import type { Transaction } from "@souk/database";
import type { Store } from "../../../infrastructure/routing/call.ts";
import { findByteLengthErrors } from "../../../infrastructure/text-bytes.ts";

/** Trim a title. @throws ApiError `invalid` if the title is blank */
export function readTitle(title: string): string {
  const trimmedTitle = title.trim();
  return trimmedTitle === "" ? throwFieldError("title", "required") : trimmedTitle;
}

/** Check the byte lengths of `description` and `body_html`. @throws ApiError `invalid` for each text that is too long */
export function assertLengths(body: { description?: unknown; body_html?: unknown }): void {
  const { description, body_html } = maxTextBytes;
  const fields = findByteLengthErrors(body, { description, body_html });
  if (fields.length > 0) throwApiError("invalid", { fields });
}

/**
 * Return the value to store for an image URL. A URL on the platform's files host becomes a path, so that it stays valid when
 * the platform's domain changes. An empty text becomes null.
 * @throws ApiError `invalid` if `imageUrl` is any other text that is not an http or https URL
 */
export function readImageUrl(imageUrl: string | null, filesOrigin: string): string | null {
  if (imageUrl === null || imageUrl === "") return null;
  const url = URL.parse(imageUrl);
  if (url === null || (url.protocol !== "https:" && url.protocol !== "http:"))
    throwFieldError("image_url", "invalid_format", { format: "url" });
  return url.origin === filesOrigin ? `${url.pathname}${url.search}` : url.href;
}

const ancestorsText = `
  with recursive above (id) as (
    select $2::bigint
    union select c.parent_id from collections c join above on c.id = above.id
    where c.store_id = $1 and c.parent_id is not null)
  select exists (select from above where id = $3) as is_below`;

/**
 * Lock the new parent of a collection, and check that the collection would not become its own ancestor. Changes of parents
 * in a store run one at a time, because otherwise two collections could become each other's parent.
 * @param id the collection that gets the parent; null for a new collection
 * @throws ApiError `invalid` for `parent_id`
 */
export async function lockParent(
  tx: Transaction,
  store: Store,
  { id, parent_id }: { id: number | null; parent_id: number },
): Promise<void> {
  // 8 is the hash's seed. Each kind of lock has its own seed, so that their keys differ.
  if (id !== null)
    await tx.query("select pg_advisory_xact_lock(hashtextextended($1, 8))", [`collections ${store.id}`]);
  const text = "select from collections where store_id = $1 and id = $2 for key share";
  const lockResult = await tx.query(text, [store.id, parent_id]);
  if (lockResult.rowCount === 0) throwFieldError("parent_id", "not_found", { resource: "collection" });
  if (id === null) return;
  const row = await tx.maybeOne<{ is_below: boolean }>(ancestorsText, [store.id, parent_id, id]);
  if (!row?.is_below) return;
  const isItself = id === parent_id;
  throwFieldError(
    "parent_id",
    "not_allowed",
    {},
    isItself
      ? "{field} is the collection itself. Choose another collection."
      : "{field} is a descendant of this collection. Choose another collection.",
  );
}
