import type { OperationBody, OperationResponse, operations } from "@souk/contract";
import type { Tables } from "@souk/database";
import {
  createColumnUses,
  type HeldRow,
  type RecordColumns,
  type WrittenRow,
} from "../../../infrastructure/record-columns.ts";

/** Body of a request that changes a location. */
export type LocationInput = OperationBody<typeof operations.updateLocation>;

/** A location in a response. */
export type LocationDocument = OperationResponse<typeof operations.getLocation>["location"];

type Row = HeldRow<Tables["locations"], LocationDocument>;

interface Types {
  row: Row;
  input: LocationInput;
  document: LocationDocument;
  csv: never;
}

const text = { input: "trimmed", initial: "", json: "value", csv: null } as const;
const coordinate = { input: "as_sent", initial: null, json: "decimal", csv: null } as const;

/** The columns of locations, once: they drive insert, update, JSON and the copying of input. */
export const locationColumns = {
  store_id: { input: "none", json: null },
  id: { input: "none", json: "value" },
  code: text,
  name: text,
  address1: text,
  address2: text,
  city: text,
  province_code: text,
  country_code: { input: "use_case", initial: "", json: "value", csv: null },
  zip: text,
  phone: text,
  email: text,
  latitude: coordinate,
  longitude: coordinate,
  is_primary: { input: "as_sent", initial: false, json: "value", csv: null },
  enabled_pickup: { input: "as_sent", initial: false, json: "value", csv: null },
  is_active: { input: "as_sent", initial: true, json: "value", csv: null },
  created_at: { input: "none", json: "time" },
  updated_at: { input: "none", json: "time" },
} satisfies RecordColumns<Types>;

/** What callers write of a location. */
export type LocationFields = WrittenRow<Row, typeof locationColumns>;

export const locationColumnUses = createColumnUses<Row>()(locationColumns);
