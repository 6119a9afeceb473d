import { Type } from "typebox";
import { dateOut, id, shortText } from "./common.ts";

/** What a metafield can hang on. `store` is the store itself. */
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

const namespaceRule = "Keeps the fields of one app apart from others'; by custom the app's handle.";
const keyRule = "Its name, its own among those of the record and namespace.";
const valueRule =
  "By value_type. String: a text of at most 65,536 characters. Integer: a whole number. Json: an object or a list, " +
  "at most 65,536 characters as text.";
const privateRule = "Only the app that made it sees it.";

/** Data that an app or a person keeps with a record (SNP-3). */
export const metafield = Type.Object({
  id,
  owner_resource: Type.Enum([...metafieldOwners]),
  owner_id: Type.Integer({ description: "The record's id; the store's own for owner_resource store." }),
  namespace: Type.String({ description: namespaceRule }),
  key: Type.String({ description: keyRule }),
  value: Type.Union([Type.String(), Type.Integer(), Type.Object({}), Type.Array(Type.Unknown())], {
    description: valueRule,
  }),
  value_type: Type.Enum([...valueTypes]),
  description: Type.String(),
  is_private: Type.Boolean({ description: privateRule }),
  created_at: dateOut,
  updated_at: dateOut,
});

const name = { minLength: 1, maxLength: 255 };

const value = Type.Union(
  [Type.String({ maxLength: 65_536 }), Type.Integer(), Type.Object({}), Type.Array(Type.Unknown())],
  { description: `${valueRule} An integer and Json are also taken as text, and answered as what they are.` },
);

const details = {
  description: Type.Optional(shortText),
  is_private: Type.Optional(
    Type.Boolean({ description: `${privateRule} People cannot keep a private one, and no app another's.` }),
  ),
};

/** A new metafield. */
export const metafieldCreate = Type.Object({
  namespace: Type.String({ ...name, description: namespaceRule }),
  key: Type.String({ ...name, description: keyRule }),
  value,
  value_type: Type.Optional(Type.Enum([...valueTypes], { description: "String when it is left out." })),
  ...details,
});

/** What PUT on a metafield changes; what is not sent stays as it is. Namespace and key never change. */
export const metafieldUpdate = Type.Object({
  namespace: Type.Optional(Type.String({ ...name, description: "Only as it is." })),
  key: Type.Optional(Type.String({ ...name, description: "Only as it is." })),
  value: Type.Optional(value),
  value_type: Type.Optional(Type.Enum([...valueTypes], { description: "The value must fit it." })),
  ...details,
});
