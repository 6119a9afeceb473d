import { Type } from "typebox";
import { createLongText, maxTextBytes, nullable } from "./common.ts";
import type { FieldTable } from "./field-table.ts";

const handleRule = "Lowercase letters, digits and `-`. Unique in the store.";
const positionRule =
  "Position among the store's collections; collections with the same position are sorted by id.";
const parentRule = "Id of the parent collection; null for a top-level collection.";
const imageRule = "URL (http or https) of the collection's image; null for no image.";

const isPublished = Type.Boolean({ description: "Whether the collection is shown in the store." });

/** Fields of a collection besides its title, in the order of its JSON. */
export const collectionFields = {
  handle: {
    response: Type.String({ description: handleRule }),
    input: Type.String({
      minLength: 1,
      maxLength: 255,
      pattern: "^[a-z0-9]([a-z0-9-]*[a-z0-9])?$",
      description: handleRule,
    }),
    csv: null,
    example: "gifts-under-rm-50",
  },
  description: {
    response: Type.String({ description: "Plain text." }),
    input: createLongText(maxTextBytes.description, "Plain text."),
    csv: null,
    example: "Small things that please.",
  },
  body_html: {
    response: Type.String({ description: "Description as HTML." }),
    input: createLongText(maxTextBytes.body_html),
    csv: null,
    example: "<p>Small things that please.</p>",
  },
  image_url: {
    response: nullable(Type.String({ description: imageRule })),
    input: nullable(Type.String({ maxLength: 2048, description: imageRule })),
    csv: null,
    example: "https://pictures.your-company.com/gifts.jpg",
  },
  position: {
    response: Type.Integer({ description: positionRule }),
    input: Type.Integer({ minimum: 0, maximum: 1_000_000_000, description: positionRule }),
    csv: null,
    example: 1,
  },
  is_published: { response: isPublished, input: isPublished, csv: null, example: true },
  parent_id: {
    response: nullable(Type.Integer({ description: parentRule })),
    input: nullable(
      Type.Integer({
        minimum: 1,
        maximum: Number.MAX_SAFE_INTEGER,
        description: `${parentRule} Cannot be the collection itself or one of its descendants.`,
      }),
    ),
    csv: null,
    example: null,
  },
} as const satisfies FieldTable;
