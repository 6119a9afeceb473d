import type { OperationBody, OperationResponse, operations, VariantCsvField } from "@souk/contract";
import type { Tables } from "@souk/database";
import {
  createColumnUses,
  type HeldRow,
  type RecordColumns,
  type WrittenRow,
} from "../../../infrastructure/record-columns.ts";

/** Fields of a variant in a request. */
export type VariantInput = OperationBody<typeof operations.updateVariant>;

/** A variant in a response. */
export type VariantDocument = OperationResponse<typeof operations.getVariant>["variant"];

type Row = HeldRow<Tables["variants"], VariantDocument>;

interface Types {
  row: Row;
  input: VariantInput;
  document: VariantDocument;
  csv: VariantCsvField;
}

/**
 * The columns of variants, once: they drive select, insert, update, JSON, CSV and the copying of input. Amounts, measures and what
 * a use case reads are read in variant-fields.ts; the audit log shows every column that its trigger does not leave out.
 */
export const variantColumns = {
  store_id: { input: "none", json: null },
  id: { input: "none", json: "value" },
  product_id: { input: "none", json: "value" },
  image_id: { input: "as_sent", initial: 0, json: "value", csv: null },
  // Read with the option types of the product, and written beside the others.
  option_ids: { input: "none", json: null },
  sku: { input: "as_sent", initial: "", json: "value", csv: "code" },
  barcode: { input: "as_sent", initial: "", json: "value", csv: "code" },
  price: { input: "money", initial: "0", json: "money", csv: "money" },
  compare_at_price: { input: "money", initial: null, json: "money", csv: "money_or_none" },
  cost_price: { input: "money", initial: null, json: "money", csv: "money_or_none" },
  // What is sent is the stock at the primary location; this is the sum of all, which inventory writes.
  inventory_quantity: { input: "none", json: "value" },
  inventory_policy: { input: "as_sent", initial: "deny", json: "value", csv: "inventory_policy" },
  taxable: { input: "as_sent", initial: true, json: "value", csv: null },
  shipping_required: { input: "as_sent", initial: true, json: "value", csv: null },
  weight: { input: "use_case", initial: 0, json: "decimal", csv: "weight" },
  weight_unit: { input: "use_case", initial: "g", json: "value", csv: "weight_unit" },
  grams: { input: "use_case", initial: 0, json: "value", csv: null },
  width: { input: "measure", initial: 0, json: "decimal", csv: null },
  height: { input: "measure", initial: 0, json: "decimal", csv: null },
  length: { input: "measure", initial: 0, json: "decimal", csv: null },
  position: { input: "as_sent", initial: 1, json: "value", csv: null },
  is_enabled: { input: "as_sent", initial: true, json: "value", csv: null },
  created_at: { input: "none", json: "time" },
  updated_at: { input: "none", json: "time" },
} satisfies RecordColumns<Types>;

/** What a variant's row holds beside its options and its stock. Amounts are plain decimal text; the image 0 is none. */
export type VariantFields = WrittenRow<Row, typeof variantColumns>;

export const variantColumnUses = createColumnUses<Row>()(variantColumns);
