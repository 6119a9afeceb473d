import type { FieldWords } from "@souk/ui";
import { texts } from "../../texts.ts";

const { fields } = texts.productForm;

/** The labels and kinds of the product form's fields, by section. */
export const productFieldWords = {
  details: {
    title: fields.title,
    description: { ...fields.description, kind: "multiline" },
    body_html: { ...fields.body_html, kind: "multiline" },
  },
  organization: {
    vendor: fields.vendor,
    brand: fields.brand,
    product_type: fields.product_type,
    tags: fields.tags,
  },
  selling: {
    taxable: fields.taxable,
    shipping_required: fields.shipping_required,
  },
  search: {
    handle: fields.handle,
    meta_title: fields.meta_title,
    meta_description: { ...fields.meta_description, kind: "multiline" },
    keywords: fields.keywords,
  },
  note: { note: { ...fields.note, kind: "multiline" } },
} as const satisfies Record<string, Record<string, FieldWords>>;

export type ProductSection = keyof typeof productFieldWords;
