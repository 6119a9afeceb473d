import type { FieldWords } from "@souk/ui";
import { texts } from "../../texts.ts";

const { fields } = texts.productForm;

/** The labels of the product form's fields, part by part. */
export const productSections = {
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

export type ProductPart = keyof typeof productSections;
