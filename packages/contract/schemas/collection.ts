import { Type } from "typebox";
import { dateOut, id, longText, nullable, textLimits } from "./common.ts";

const handleRule = "Lower-case letters, digits and `-`; its own in the store.";
const positionRule =
  "Its place among the store's collections; those of one place stand in the order of their ids.";
const parentRule = "The collection that this one stands in; null: none.";
const pictureRule = "The http or https address of its picture; null: none.";

/** A named group of products (PRD-3). */
export const collection = Type.Object({
  id,
  title: Type.String(),
  handle: Type.String({ description: handleRule }),
  description: Type.String({ description: "Plain text." }),
  body_html: Type.String(),
  image_url: nullable(Type.String({ description: pictureRule })),
  position: Type.Integer({ description: positionRule }),
  is_published: Type.Boolean({ description: "Whether the shop shows it." }),
  parent_id: nullable(Type.Integer({ description: parentRule })),
  products_count: Type.Integer({ description: "Products in it, published or not." }),
  created_at: dateOut,
  updated_at: dateOut,
});

const title = Type.String({ minLength: 1, maxLength: 255 });

const details = {
  handle: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 255,
      pattern: "^[a-z0-9]([a-z0-9-]*[a-z0-9])?$",
      description: handleRule,
    }),
  ),
  description: Type.Optional(longText(textLimits.description, "Plain text.")),
  body_html: Type.Optional(longText(textLimits.body_html)),
  image_url: Type.Optional(nullable(Type.String({ maxLength: 2048, description: pictureRule }))),
  position: Type.Optional(Type.Integer({ minimum: 0, maximum: 1_000_000_000, description: positionRule })),
  is_published: Type.Optional(Type.Boolean()),
  parent_id: Type.Optional(
    nullable(
      Type.Integer({
        minimum: 1,
        maximum: Number.MAX_SAFE_INTEGER,
        description: `${parentRule} Neither itself nor one that stands in it.`,
      }),
    ),
  ),
};

/** What a new collection takes; its handle is made from its title when none is sent, its place is behind the last. */
export const collectionCreate = Type.Object({ title, ...details });

/** What PUT on a collection changes; what is not sent stays as it is. */
export const collectionUpdate = Type.Object({ title: Type.Optional(title), ...details });
