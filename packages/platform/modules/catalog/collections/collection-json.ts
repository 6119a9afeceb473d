import { operations } from "@souk/contract";
import type { ShownName } from "../../../infrastructure/record-columns.ts";
import {
  type CollectionDocument,
  type collectionColumns,
  collectionColumnUses,
} from "./collection-columns.ts";

type DerivedName = Exclude<keyof CollectionDocument, ShownName<typeof collectionColumns>>;

// In the order of the contract.
const documentNames = Object.keys(
  operations.getCollection.response.properties.collection.properties,
) as (keyof CollectionDocument)[];

/**
 * Build the JSON text of a collection `r`, as SQL.
 * @param zone the placeholder of the store's time zone
 * @param files the placeholder of the origin of files
 */
export function collectionJson(zone: string, files: string): string {
  const derived: Readonly<Record<DerivedName | "image_url", string>> = {
    image_url: `case when r.image_url like '/%' then ${files}::text || r.image_url else r.image_url end`,
    products_count: `(select coalesce(sum(c.delta), 0)::bigint from resource_counts c
      where c.store_id = r.store_id and c.resource = 'collection ' || r.id)`,
  };
  const shown: Readonly<Record<keyof CollectionDocument, string>> = {
    ...collectionColumnUses.json("r", { zone, exponent: "" }),
    ...derived,
  };
  return `row_to_json((select x from (
    select ${documentNames.map((name) => `${shown[name]} as ${name}`).join(", ")}) x))::text`;
}
