import type { Queryable } from "@souk/database";

/** A collection to be written as it stands: what it holds has been checked. */
export interface NewCollection {
  title: string;
  handle: string;
  description: string;
  body_html: string;
  /** An address, or a path on the files host. */
  image_url: string | null;
  /** Null: behind the last. */
  position: number | null;
  is_published: boolean;
  parent_id: number | null;
}

const statement = {
  name: "collection_insert",
  text: `
    insert into collections (store_id, title, handle, description, body_html, image_url, position, is_published, parent_id)
    select $1, $2, $3, $4, $5, $6, coalesce($7::integer, (
      select least(coalesce(max(position), 0) + 1, 1000000000) from collections where store_id = $1)), $8, $9
    on conflict (store_id, handle) do nothing returning id`,
};

/** Writes a collection. @returns its id; null when its handle is another's */
export async function insertCollection(
  run: Queryable,
  store: { id: number },
  collection: NewCollection,
): Promise<number | null> {
  const { title, handle, description, body_html, image_url, position, is_published, parent_id } = collection;
  const values = [title, handle, description, body_html, image_url, position, is_published, parent_id];
  const { rows } = await run.query<{ id: number }>(statement, [store.id, ...values]);
  return rows[0]?.id ?? null;
}
