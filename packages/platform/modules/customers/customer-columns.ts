import type { CustomerCsvField, OperationBody, OperationResponse, operations } from "@souk/contract";
import type { Tables } from "@souk/database";
import {
  createColumnUses,
  type RecordColumns,
  type WrittenRow,
} from "../../infrastructure/record-columns.ts";

/** What is sent of a customer, by an app, a person or a file. */
export type CustomerInput = Omit<OperationBody<typeof operations.updateCustomer>, "attributes">;

/** A customer in a response. */
export type CustomerDocument = OperationResponse<typeof operations.getCustomer>["customer"];

interface Types {
  row: Tables["customers"];
  input: CustomerInput;
  document: CustomerDocument;
  csv: CustomerCsvField;
}

/**
 * The columns of customers, once: they drive select, insert, update, JSON, CSV and the copying of input. What a use case reads
 * is read in customer-fields.ts; the audit log shows every column that its trigger does not leave out.
 */
export const customerColumns = {
  store_id: { input: "none", json: null },
  id: { input: "none", json: "value" },
  code: { input: "trimmed", initial: "", json: "value", csv: "code" },
  first_name: { input: "trimmed", initial: "", json: "value", csv: "text" },
  last_name: { input: "trimmed", initial: "", json: "value", csv: "text" },
  email: { input: "trimmed", initial: "", json: "value", csv: "email" },
  // E.164, or empty.
  phone: { input: "use_case", initial: "", json: "value", csv: "code" },
  birthdate: { input: "use_case", initial: null, json: "value", csv: "date" },
  gender: { input: "as_sent", initial: null, json: "value", csv: "gender" },
  country_code: { input: "use_case", initial: "", json: "value", csv: "country" },
  accepts_marketing: { input: "as_sent", initial: false, json: "value", csv: "boolean" },
  note: { input: "as_sent", initial: "", json: "value", csv: "long_text" },
  tags: { input: "use_case", initial: [], json: "value", csv: "tags" },
  total_spent: { input: "none", json: "money" },
  order_count: { input: "none", json: "value" },
  last_order_id: { input: "none", json: "value" },
  total_credit: { input: "none", json: "money" },
  total_point: { input: "none", json: "value" },
  name_key: { input: "none", json: null },
  created_at: { input: "none", json: "time" },
  updated_at: { input: "none", json: "time" },
} satisfies RecordColumns<Types>;

/** What a merchant or an app writes of a customer's row; `birthdate` is YYYY-MM-DD. */
export type CustomerFields = WrittenRow<Tables["customers"], typeof customerColumns>;

export const customerColumnUses = createColumnUses<Tables["customers"]>()(customerColumns);
