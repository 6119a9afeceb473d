import type { OperationBody, OperationResponse, operations } from "@souk/contract";
import type { Tables } from "@souk/database";
import {
  createColumnFunctions,
  type NormalizedRow,
  type RecordColumns,
  type WritableRow,
} from "../../../infrastructure/record-columns.ts";

/** The body of a request that changes a location. */
export type LocationInput = OperationBody<typeof operations.updateLocation>;

/** A location in a response. */
export type LocationDocument = OperationResponse<typeof operations.getLocation>["location"];

type Row = NormalizedRow<Tables["locations"], LocationDocument>;

interface Types {
  row: Row;
  input: LocationInput;
  document: LocationDocument;
  csv: never;
}

const textColumn = { input: "trimmed", initial: "", json: "value", csv: null } as const;
const coordinateColumn = { input: "as_sent", initial: null, json: "decimal", csv: null } as const;

/** The columns of locations. The insert, the update, the JSON and the copying of input are derived from them. */
export const locationColumns = {
  store_id: { input: "none", json: null },
  id: { input: "none", json: "value" },
  code: textColumn,
  name: textColumn,
  address1: textColumn,
  address2: textColumn,
  city: textColumn,
  province_code: textColumn,
  // `custom`: the functions that create and update locations convert this field themselves.
  country_code: { input: "custom", initial: "", json: "value", csv: null },
  zip: textColumn,
  phone: textColumn,
  email: textColumn,
  latitude: coordinateColumn,
  longitude: coordinateColumn,
  is_primary: { input: "as_sent", initial: false, json: "value", csv: null },
  enabled_pickup: { input: "as_sent", initial: false, json: "value", csv: null },
  is_active: { input: "as_sent", initial: true, json: "value", csv: null },
  created_at: { input: "none", json: "time" },
  updated_at: { input: "none", json: "time" },
} satisfies RecordColumns<Types>;

/** The columns of a location that callers write. */
export type LocationFields = WritableRow<Row, typeof locationColumns>;

/** The functions that are derived from `locationColumns`. */
export const locationColumnFunctions = createColumnFunctions<Row>()(locationColumns);
