import type { OperationBody, OperationResponse, operations, ProductCsvField } from "@souk/contract";
import type { Tables } from "@souk/database";
import {
  createColumnUses,
  type RecordColumns,
  type WrittenRow,
} from "../../../infrastructure/record-columns.ts";

/** Body of a request that changes a product. */
export type ProductInput = OperationBody<typeof operations.updateProduct>;

/** A product in a response. */
export type ProductDocument = OperationResponse<typeof operations.getProduct>["product"];

interface Types {
  row: Tables["products"];
  input: ProductInput;
  document: ProductDocument;
  csv: ProductCsvField | "title";
}

/**
 * The columns of products, once: they drive select, insert, update, JSON, CSV and the copying of input. What a use case reads
 * is read in product-fields.ts; the audit log shows every column that its trigger does not leave out.
 */
export const productColumns = {
  store_id: { input: "none", json: null },
  id: { input: "none", json: "value" },
  // Made of the title where none is sent, and written beside the others, since it may be taken.
  handle: { input: "none", json: "value" },
  title: { input: "use_case", initial: "", json: "value", csv: "text_unless_empty" },
  description: { input: "as_sent", initial: "", json: "value", csv: null },
  body_html: { input: "as_sent", initial: "", json: "value", csv: "long_text" },
  note: { input: "as_sent", initial: "", json: "value", csv: null },
  vendor: { input: "as_sent", initial: "", json: "value", csv: "text" },
  brand: { input: "as_sent", initial: "", json: "value", csv: "text" },
  product_type: { input: "as_sent", initial: "", json: "value", csv: "text" },
  tags: { input: "use_case", initial: [], json: "value", csv: "tags" },
  taxable: { input: "as_sent", initial: true, json: "value", csv: null },
  shipping_required: { input: "as_sent", initial: true, json: "value", csv: null },
  inventory_management: { input: "as_sent", initial: "souk", json: "value", csv: null },
  is_published: { input: "use_case", initial: true, json: "value", csv: "boolean" },
  published_at: {
    input: "use_case",
    initial: null,
    json: "time",
    csv: null,
    // A product that is published without a date is published now.
    write: (row, now) => `case when ${row}.is_published then coalesce(${row}.published_at, ${now}) end`,
  },
  meta_title: { input: "as_sent", initial: "", json: "value", csv: null },
  meta_description: { input: "as_sent", initial: "", json: "value", csv: null },
  keywords: { input: "as_sent", initial: "", json: "value", csv: null },
  total_quantity: { input: "none", json: "value" },
  version: { input: "none", json: null },
  created_at: { input: "none", json: "time" },
  updated_at: { input: "none", json: "time" },
} satisfies RecordColumns<Types>;

/** What a product's row holds beside its handle and what is counted; `published_at` is null where it is published from now. */
export type ProductFields = WrittenRow<Tables["products"], typeof productColumns>;

export const productColumnUses = createColumnUses<Tables["products"]>()(productColumns);
