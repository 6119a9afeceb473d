import type { OperationBody, OperationResponse, operations } from "@souk/contract";
import type { Tables } from "@souk/database";
import {
  createColumnUses,
  type RecordColumns,
  type WrittenRow,
} from "../../../infrastructure/record-columns.ts";

/** Body of a request that changes a collection. */
export type CollectionInput = OperationBody<typeof operations.updateCollection>;

/** A collection in a response. */
export type CollectionDocument = OperationResponse<typeof operations.getCollection>["collection"];

/** The position of a new collection is null for the one after the last. */
type Row = Omit<Tables["collections"], "position"> & { position: number | null };

interface Types {
  row: Row;
  input: CollectionInput;
  document: CollectionDocument;
  csv: never;
}

/** The columns of collections, once: they drive insert, update, JSON and the copying of input. */
export const collectionColumns = {
  store_id: { input: "none", json: null },
  id: { input: "none", json: "value" },
  title: { input: "use_case", initial: "", json: "value", csv: null },
  // Made of the title where none is sent.
  handle: { input: "as_sent", initial: "", json: "value", csv: null },
  description: { input: "as_sent", initial: "", json: "value", csv: null },
  body_html: { input: "as_sent", initial: "", json: "value", csv: null },
  // An address, or a path on the files host.
  image_url: { input: "use_case", initial: null, json: "value", csv: null },
  position: { input: "as_sent", initial: null, json: "value", csv: null },
  is_published: { input: "as_sent", initial: true, json: "value", csv: null },
  parent_id: { input: "as_sent", initial: null, json: "value", csv: null },
  created_at: { input: "none", json: "time" },
  updated_at: { input: "none", json: "time" },
} satisfies RecordColumns<Types>;

/** What callers write of a collection. */
export type CollectionFields = WrittenRow<Row, typeof collectionColumns>;

export const collectionColumnUses = createColumnUses<Row>()(collectionColumns);
