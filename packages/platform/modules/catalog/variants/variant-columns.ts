import type { OperationBody, OperationResponse, operations, VariantCsvField } from "@souk/contract";
import type { Tables } from "@souk/database";
import {
  createColumnFunctions,
  type NormalizedRow,
  type RecordColumns,
  type WritableRow,
} from "../../../infrastructure/record-columns.ts";

/** Fields of a variant in a request. */
export type VariantInput = OperationBody<typeof operations.updateVariant>;

/** A variant in a response. */
export type VariantDocument = OperationResponse<typeof operations.getVariant>["variant"];

type Row = NormalizedRow<Tables["variants"], VariantDocument>;

interface Types {
  row: Row;
  input: VariantInput;
  document: VariantDocument;
  csv: VariantCsvField;
}

/**
 * The columns of variants. Select, insert, update, JSON, CSV and the copying of input are derived from them. Columns with the
 * input `money`, `measure` or `custom` are read in variant-fields.ts. The audit log contains every column that its trigger
 * does not exclude.
 */
export const variantColumns = {
  store_id: { input: "none", json: null },
  id: { input: "none", json: "value" },
  product_id: { input: "none", json: "value" },
  image_id: { input: "as_sent", initial: 0, json: "value", csv: null },
  // Read together with the product's option types, and written separately.
  option_ids: { input: "none", json: null },
  sku: { input: "as_sent", initial: "", json: "value", csv: "code" },
  barcode: { input: "as_sent", initial: "", json: "value", csv: "code" },
  price: { input: "money", initial: "0", json: "money", csv: "money" },
  compare_at_price: { input: "money", initial: null, json: "money", csv: "money_or_none" },
  cost_price: { input: "money", initial: null, json: "money", csv: "money_or_none" },
  // The total of all locations, which the inventory module writes. In a request, the field is the stock at the primary location.
  inventory_quantity: { input: "none", json: "value" },
  inventory_policy: { input: "as_sent", initial: "deny", json: "value", csv: "inventory_policy" },
  taxable: { input: "as_sent", initial: true, json: "value", csv: null },
  shipping_required: { input: "as_sent", initial: true, json: "value", csv: null },
  weight: { input: "custom", initial: 0, json: "decimal", csv: "weight" },
  weight_unit: { input: "custom", initial: "g", json: "value", csv: "weight_unit" },
  grams: { input: "custom", initial: 0, json: "value", csv: null },
  width: { input: "measure", initial: 0, json: "decimal", csv: null },
  height: { input: "measure", initial: 0, json: "decimal", csv: null },
  length: { input: "measure", initial: 0, json: "decimal", csv: null },
  position: { input: "as_sent", initial: 1, json: "value", csv: null },
  is_enabled: { input: "as_sent", initial: true, json: "value", csv: null },
  created_at: { input: "none", json: "time" },
  updated_at: { input: "none", json: "time" },
} satisfies RecordColumns<Types>;

/** The columns of a variant that callers write. Amounts are plain decimal text. `image_id` 0 means no image. */
export type VariantFields = WritableRow<Row, typeof variantColumns>;

/** The functions that are derived from `variantColumns`. */
export const variantColumnFunctions = createColumnFunctions<Row>()(variantColumns);
