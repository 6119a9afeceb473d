import { Type } from "typebox";
import { createLongText, maxTextBytes, nullable, shortText, timestamp } from "./common.ts";
import type { CsvFieldName, FieldTable } from "./field-table.ts";

/** Maximum tags of a product, a customer or an order. */
export const maxTags = 250;

const text = Type.String();

const seoText = Type.String({ maxLength: 1000 });

const visibility = Type.Enum(["published", "unpublished"], {
  description: "Same as `is_published`, as text.",
});

/** Fields of a product besides its title and handle, in the order of its JSON and its CSV file. */
export const productFields = {
  description: {
    response: Type.String({ description: "Plain-text description." }),
    input: createLongText(maxTextBytes.description),
    csv: null,
    example: "A round tray, woven by hand.",
  },
  body_html: {
    response: Type.String({ description: "Description as HTML." }),
    input: createLongText(maxTextBytes.body_html),
    csv: "Description, as HTML.",
    example: "<p>A round tray, woven by hand.</p>",
  },
  note: {
    response: Type.String({ description: "Staff note." }),
    input: createLongText(maxTextBytes.note),
    csv: null,
    example: "",
  },
  vendor: {
    response: Type.String({ description: "Vendor of the product." }),
    input: { ...shortText, description: "Vendor of the product." },
    csv: "Vendor.",
    example: "Sungai Craft",
  },
  brand: {
    response: Type.String({ description: "Brand of the product." }),
    input: { ...shortText, description: "Brand of the product." },
    csv: "Brand.",
    example: "Sungai",
  },
  product_type: {
    response: Type.String({ description: "Type of the product, such as Mug." }),
    input: { ...shortText, description: "Type of the product, such as Mug." },
    csv: "Product type.",
    example: "Kitchen",
  },
  tags: {
    response: Type.Array(text, { description: "Tags of the product." }),
    input: Type.Array(shortText, {
      maxItems: maxTags,
      description:
        "All tags of the product. Leading and trailing spaces are removed, duplicates are merged, and a tag cannot " +
        "contain a comma. Case-sensitive.",
    }),
    csv: "All tags, separated by commas.",
    example: ["rattan", "table"],
  },
  taxable: {
    response: Type.Boolean({ description: "Whether tax is charged." }),
    input: Type.Boolean({ description: "Whether tax is charged." }),
    csv: null,
    example: true,
  },
  shipping_required: {
    response: Type.Boolean({ description: "Whether the product is shipped." }),
    input: Type.Boolean({ description: "Whether the item is shipped." }),
    csv: null,
    example: true,
  },
  inventory_management: {
    response: nullable(
      Type.Literal("souk", {
        description: "`souk` if stock is tracked; null if the product never sells out.",
      }),
    ),
    input: nullable(Type.Literal("souk")),
    csv: null,
    example: "souk",
  },
  is_published: {
    response: Type.Boolean({ description: "Whether the product is shown in the store." }),
    input: Type.Boolean({ description: "Whether the product is shown in the store; same as `visibility`." }),
    csv: "true or false: whether the product is shown in the store.",
    example: true,
  },
  published_at: {
    response: nullable({ ...timestamp, description: "Publish date; null for an unpublished product." }),
    input: nullable(
      Type.String({
        maxLength: 64,
        description:
          "Publish date in ISO 8601, in store time if it has no UTC offset. A date publishes the product; null " +
          "unpublishes it. If a product is published without a date, the date is the current time.",
      }),
    ),
    csv: null,
    example: "2026-11-02T09:15:04.120+08:00",
  },
  visibility: { response: visibility, input: visibility, csv: null, example: "published" },
  meta_title: {
    response: Type.String({ description: "Page title for search engines." }),
    input: { ...shortText, description: "Page title for search engines." },
    csv: null,
    example: "Rattan tray",
  },
  meta_description: {
    response: Type.String({ description: "Page description for search engines." }),
    input: seoText,
    csv: null,
    example: "",
  },
  keywords: {
    response: Type.String({ description: "Keywords for search engines." }),
    input: seoText,
    csv: null,
    example: "",
  },
} as const satisfies FieldTable;

/** Names of the product fields that have a column in CSV files. */
export type ProductCsvField = CsvFieldName<typeof productFields>;
