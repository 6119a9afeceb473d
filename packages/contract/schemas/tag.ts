import { Type } from "typebox";
import { id, timestamp } from "./common.ts";

/** Types of records that can be tagged. */
export const taggedResources = ["product", "customer", "order"] as const;

const resourceType = Type.Enum([...taggedResources], { description: "Type of the tagged records." });

/** Tag of records of one type. It exists as long as at least one record has it. */
export const tag = Type.Object({
  id,
  name: Type.String({ description: "Name of the tag." }),
  resource_type: resourceType,
  count: Type.Integer({ description: "Number of records with the tag." }),
  created_at: timestamp,
  updated_at: timestamp,
});

/** Fields that add a tag to records. */
export const tagCreate = Type.Object({
  name: Type.String({
    minLength: 1,
    maxLength: 255,
    description:
      "Name of the tag. Leading and trailing spaces are removed; it cannot contain a comma. Case-sensitive: `Gift` " +
      "and `gift` are different tags.",
  }),
  resource_type: resourceType,
  resource_ids: Type.Array(id, {
    minItems: 1,
    maxItems: 500,
    description: "Ids of the records to tag. Records that already have the tag are left unchanged.",
  }),
});
