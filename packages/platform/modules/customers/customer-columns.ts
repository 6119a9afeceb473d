import type { CustomerCsvField, OperationBody, OperationResponse, operations } from "@souk/contract";
import type { Tables } from "@souk/database";
import {
  createColumnFunctions,
  type RecordColumns,
  type WritableRow,
} from "../../infrastructure/record-columns.ts";

/** The fields of a customer that an app, a person or an imported file can send, except custom fields. */
export type CustomerInput = Omit<OperationBody<typeof operations.updateCustomer>, "attributes">;

/** A customer in a response. */
export type CustomerJson = OperationResponse<typeof operations.getCustomer>["customer"];

interface Types {
  row: Tables["customers"];
  input: CustomerInput;
  document: CustomerJson;
  csv: CustomerCsvField;
}

/**
 * The only list of the columns of customers. Select, insert, update, JSON, CSV and the copying of input are derived from it.
 * Columns with `input: "custom"` are read in customer-fields.ts.
 */
export const customerColumns = {
  store_id: { input: "none", json: null },
  id: { input: "none", json: "value" },
  code: { input: "trimmed", initial: "", json: "value", csv: "code" },
  first_name: { input: "trimmed", initial: "", json: "value", csv: "text" },
  last_name: { input: "trimmed", initial: "", json: "value", csv: "text" },
  email: { input: "trimmed", initial: "", json: "value", csv: "email" },
  // In the format E.164, or empty.
  phone: { input: "custom", initial: "", json: "value", csv: "code" },
  birthdate: { input: "custom", initial: null, json: "value", csv: "date" },
  gender: { input: "as_sent", initial: null, json: "value", csv: "gender" },
  country_code: { input: "custom", initial: "", json: "value", csv: "country" },
  accepts_marketing: { input: "as_sent", initial: false, json: "value", csv: "boolean" },
  note: { input: "as_sent", initial: "", json: "value", csv: "long_text" },
  tags: { input: "custom", initial: [], json: "value", csv: "tags" },
  total_spent: { input: "none", json: "money" },
  order_count: { input: "none", json: "value" },
  last_order_id: { input: "none", json: "value" },
  total_credit: { input: "none", json: "money" },
  total_point: { input: "none", json: "value" },
  name_key: { input: "none", json: null },
  created_at: { input: "none", json: "time" },
  updated_at: { input: "none", json: "time" },
} satisfies RecordColumns<Types>;

/** The columns of a customer that requests can write; `birthdate` is YYYY-MM-DD. */
export type CustomerFields = WritableRow<Tables["customers"], typeof customerColumns>;

/** The functions that are derived from `customerColumns`. */
export const customerColumnFunctions = createColumnFunctions<Tables["customers"]>()(customerColumns);
