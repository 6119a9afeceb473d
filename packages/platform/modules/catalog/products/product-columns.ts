import type { OperationBody, OperationResponse, operations, ProductCsvField } from "@souk/contract";
import type { Tables } from "@souk/database";
import {
  createColumnFunctions,
  type RecordColumns,
  type WritableRow,
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
 * The columns of products. Select, insert, update, JSON, CSV and the copying of input are derived from them. Columns with the
 * input `custom` are read in product-fields.ts. The audit log contains every column that its trigger does not exclude.
 */
export const productColumns = {
  store_id: { input: "none", json: null },
  id: { input: "none", json: "value" },
  // Created from the title if none is sent. It is written separately, because another product may have it already.
  handle: { input: "none", json: "value" },
  title: { input: "custom", initial: "", json: "value", csv: "text_unless_empty" },
  description: { input: "as_sent", initial: "", json: "value", csv: null },
  body_html: { input: "as_sent", initial: "", json: "value", csv: "long_text" },
  note: { input: "as_sent", initial: "", json: "value", csv: null },
  vendor: { input: "as_sent", initial: "", json: "value", csv: "text" },
  brand: { input: "as_sent", initial: "", json: "value", csv: "text" },
  product_type: { input: "as_sent", initial: "", json: "value", csv: "text" },
  tags: { input: "custom", initial: [], json: "value", csv: "tags" },
  taxable: { input: "as_sent", initial: true, json: "value", csv: null },
  shipping_required: { input: "as_sent", initial: true, json: "value", csv: null },
  inventory_management: { input: "as_sent", initial: "souk", json: "value", csv: null },
  is_published: { input: "custom", initial: true, json: "value", csv: "boolean" },
  published_at: {
    input: "custom",
    initial: null,
    json: "time",
    csv: null,
    // A product that is published without a date gets the current time as its date.
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

/**
 * The columns of a product that callers write, without the handle. If a published product is written with `published_at` null,
 * its `published_at` becomes the current time.
 */
export type ProductFields = WritableRow<Tables["products"], typeof productColumns>;

export const productColumnFunctions = createColumnFunctions<Tables["products"]>()(productColumns);
