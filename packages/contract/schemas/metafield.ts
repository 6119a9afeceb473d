import { Type } from "typebox";
import { id, shortText, timestamp } from "./common.ts";

/** Owners of metafields. `store` is the store itself. */
const metafieldOwners = [
  "store",
  "product",
  "variant",
  "collection",
  "location",
  "customer",
  "order",
] as const;

const valueTypes = ["String", "Integer", "Json"] as const;

const namespaceRule =
  "Separates the metafields of different apps. By convention, it is the app's handle. A namespace that begins with " +
  "`app--` is reserved for the app whose handle follows.";
const keyRule = "Key of the metafield, unique for its owner and namespace.";
const valueRule =
  "Value, whose type depends on `value_type`. String: up to 65,536 characters. Integer: a whole number. Json: an object " +
  "or a list, up to 65,536 characters as text.";
const privateRule = "Whether only the app that created the metafield can read it.";

/** Data that an app or a person stores with a record (SNP-3). */
export const metafield = Type.Object({
  id,
  owner_resource: Type.Enum([...metafieldOwners], { description: "Type of the owner." }),
  owner_id: Type.Integer({
    description: "Id of the owner. If `owner_resource` is `store`, the id of the store.",
  }),
  namespace: Type.String({ description: namespaceRule }),
  key: Type.String({ description: keyRule }),
  value: Type.Union([Type.String(), Type.Integer(), Type.Object({}), Type.Array(Type.Unknown())], {
    description: valueRule,
  }),
  value_type: Type.Enum([...valueTypes], { description: "Type of the value: String, Integer or Json." }),
  description: Type.String({ description: "Description for people; can be empty." }),
  is_private: Type.Boolean({ description: privateRule }),
  created_at: timestamp,
  updated_at: timestamp,
});

const nameLength = { minLength: 1, maxLength: 255 };

const value = Type.Union(
  [Type.String({ maxLength: 65_536 }), Type.Integer(), Type.Object({}), Type.Array(Type.Unknown())],
  {
    description: `${valueRule} Integer and Json values are also accepted as text, but are returned as integers and JSON.`,
  },
);

const optionalFields = {
  description: Type.Optional({ ...shortText, description: "Description for people; can be empty." }),
  is_private: Type.Optional(
    Type.Boolean({ description: `${privateRule} People cannot create a private metafield.` }),
  ),
};

/** Fields of a new metafield. */
export const metafieldCreate = Type.Object({
  namespace: Type.String({ ...nameLength, description: namespaceRule }),
  key: Type.String({ ...nameLength, description: keyRule }),
  value,
  value_type: Type.Optional(Type.Enum([...valueTypes], { description: "Defaults to String." })),
  ...optionalFields,
});

/** Fields that can be updated. Omitted fields are left unchanged. `namespace` and `key` cannot be changed. */
export const metafieldUpdate = Type.Object({
  namespace: Type.Optional(Type.String({ ...nameLength, description: "Must equal the current value." })),
  key: Type.Optional(Type.String({ ...nameLength, description: "Must equal the current value." })),
  value: Type.Optional(value),
  value_type: Type.Optional(
    Type.Enum([...valueTypes], { description: "The value must be valid for this type." }),
  ),
  ...optionalFields,
});
