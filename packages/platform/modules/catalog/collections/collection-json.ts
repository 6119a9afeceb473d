import { operations } from "@souk/contract";
import { buildObjectSql, type ShownName } from "../../../infrastructure/record-columns.ts";
import {
  type CollectionDocument,
  collectionColumnFunctions,
  type collectionColumns,
} from "./collection-columns.ts";

type DerivedName = Exclude<keyof CollectionDocument, ShownName<typeof collectionColumns>>;

/**
 * Build the SQL of the JSON text of a collection `r`.
 * @param zone the SQL placeholder of the store's time zone
 * @param filesOrigin the SQL placeholder of the origin of image URLs
 */
export function buildCollectionJson(zone: string, filesOrigin: string): string {
  const derivedFieldSql: Readonly<Record<DerivedName | "image_url", string>> = {
    image_url: `case when r.image_url like '/%' then ${filesOrigin}::text || r.image_url else r.image_url end`,
    products_count: `(select coalesce(sum(c.delta), 0)::bigint from resource_counts c
      where c.store_id = r.store_id and c.resource = 'collection ' || r.id)`,
  };
  const { collection } = operations.getCollection.response.properties;
  return `${buildObjectSql(collection, {
    // A collection has no amounts of money, so no number of decimal places (`exponent`) is needed.
    ...collectionColumnFunctions.json("r", { zone, exponent: "" }),
    ...derivedFieldSql,
  })}::text`;
}
