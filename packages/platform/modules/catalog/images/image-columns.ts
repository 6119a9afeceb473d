import type { OperationBody, OperationResponse, operations } from "@souk/contract";
import type { Tables } from "@souk/database";
import {
  createColumnFunctions,
  type RecordColumns,
  type WritableRow,
} from "../../../infrastructure/record-columns.ts";

/** An image of a product in a response. */
export type ImageDocument = OperationResponse<typeof operations.getImage>["image"];

type Row = Tables["product_images"];

interface Types {
  row: Row;
  input: OperationBody<typeof operations.updateImage>;
  document: ImageDocument;
  csv: never;
}

/** The columns of product images. The insert and the JSON are derived from them. */
export const imageColumns = {
  store_id: { input: "none", json: null },
  id: { input: "none", json: "value" },
  product_id: { input: "none", json: "value" },
  // The response has the URL instead of the path.
  path: { input: "custom", json: null, csv: null },
  title: { input: "custom", json: "value", csv: null },
  position: { input: "custom", json: "value", csv: null },
  width: { input: "custom", json: "value", csv: null },
  height: { input: "custom", json: "value", csv: null },
  size: { input: "custom", json: null, csv: null },
  created_at: { input: "none", json: "time" },
  updated_at: { input: "none", json: "time" },
} satisfies RecordColumns<Types>;

export const imageColumnFunctions = createColumnFunctions<Row>()(imageColumns);

/** The id, title and position of a product's image. */
export type PositionedImage = Pick<Row, "id" | "title" | "position">;

/** An image whose file is in storage already. Its position follows from its place in the list of new images. */
export type NewImage = Omit<WritableRow<Row, typeof imageColumns>, "position">;
