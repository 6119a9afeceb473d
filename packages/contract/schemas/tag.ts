import { Type } from "typebox";
import { dateOut, id } from "./common.ts";

/** What can bear tags. */
export const taggedResources = ["product", "customer", "order"] as const;

const resourceType = Type.Enum([...taggedResources], { description: "What bears it." });

/** A word that records of one kind bear. It is there as long as one of them does. */
export const tag = Type.Object({
  id,
  name: Type.String(),
  resource_type: resourceType,
  count: Type.Integer({ description: "Records that bear it." }),
  created_at: dateOut,
  updated_at: dateOut,
});

/** Gives a tag to records. */
export const tagCreate = Type.Object({
  name: Type.String({
    minLength: 1,
    maxLength: 255,
    description: "Spaces around it are left out; it holds no comma. Case counts: `Gift` and `gift` are two.",
  }),
  resource_type: resourceType,
  resource_ids: Type.Array(id, {
    minItems: 1,
    maxItems: 500,
    description: "The records that get it; those that have it stay as they are.",
  }),
});
