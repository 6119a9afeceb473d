import type { OperationBody, OperationResponse, operations } from "@souk/contract";
import type { Tables } from "@souk/database";
import {
  createColumnFunctions,
  type RecordColumns,
  type WritableRow,
} from "../../../infrastructure/record-columns.ts";

/** Body of a request that changes a collection. */
export type CollectionInput = OperationBody<typeof operations.updateCollection>;

/** A collection in a response. */
export type CollectionDocument = OperationResponse<typeof operations.getCollection>["collection"];

/** A new collection with the position null comes after the last collection. */
type Row = Omit<Tables["collections"], "position"> & { position: number | null };

interface Types {
  row: Row;
  input: CollectionInput;
  document: CollectionDocument;
  csv: never;
}

/** The columns of collections. The insert, the update, the JSON and the copying of input are derived from them. */
export const collectionColumns = {
  store_id: { input: "none", json: null },
  id: { input: "none", json: "value" },
  title: { input: "custom", initial: "", json: "value", csv: null },
  // Created from the title if none is sent.
  handle: { input: "as_sent", initial: "", json: "value", csv: null },
  description: { input: "as_sent", initial: "", json: "value", csv: null },
  body_html: { input: "as_sent", initial: "", json: "value", csv: null },
  // A URL, or a path on the platform's files host.
  image_url: { input: "custom", initial: null, json: "value", csv: null },
  position: { input: "as_sent", initial: null, json: "value", csv: null },
  is_published: { input: "as_sent", initial: true, json: "value", csv: null },
  parent_id: { input: "as_sent", initial: null, json: "value", csv: null },
  created_at: { input: "none", json: "time" },
  updated_at: { input: "none", json: "time" },
} satisfies RecordColumns<Types>;

/** The columns of a collection that callers or use cases write. */
export type CollectionFields = WritableRow<Row, typeof collectionColumns>;

export const collectionColumnFunctions = createColumnFunctions<Row>()(collectionColumns);
