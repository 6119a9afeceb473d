import { Type } from "typebox";
import { collectionFields } from "./collection-fields.ts";
import { id, timestamp } from "./common.ts";
import { getInputSchemas, getResponseSchemas } from "./field-table.ts";

/** Named group of products (PRD-3). */
export const collection = Type.Object({
  id,
  title: Type.String({ description: "Title of the collection." }),
  ...getResponseSchemas(collectionFields),
  products_count: Type.Integer({ description: "Number of products in the collection, published or not." }),
  created_at: timestamp,
  updated_at: timestamp,
});

const title = Type.String({ minLength: 1, maxLength: 255 });

const otherFields = getInputSchemas(collectionFields);

/** Fields of a new collection. Without a handle, one is generated from the title; without a position, the collection is placed last. */
export const collectionCreate = Type.Object({ title, ...otherFields });

/** Fields that can be updated. Omitted fields are left unchanged. */
export const collectionUpdate = Type.Object({ title: Type.Optional(title), ...otherFields });
