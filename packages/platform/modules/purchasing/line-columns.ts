import { type OperationResponse, operations } from "@souk/contract";
import type { Tables } from "@souk/database";
import {
  buildObjectSql,
  createColumnFunctions,
  type RecordColumns,
  type WritableName,
} from "../../infrastructure/record-columns.ts";

type PurchaseOrder = OperationResponse<typeof operations.getPurchaseOrder>["purchase_order"];
type Transfer = OperationResponse<typeof operations.getTransfer>["transfer"];

interface Types<Row extends object, LineJson extends object> {
  row: Row;
  /** A request's lines are converted by the use cases. */
  input: Record<never, never>;
  /** A line in the JSON of the API. */
  document: LineJson;
  csv: never;
}

const keyColumn = { input: "none", json: null } as const;
const writtenColumn = { input: "custom", json: "value", csv: null } as const;

/** The columns that both tables of lines have. */
const sharedColumns = {
  store_id: keyColumn,
  id: { input: "none", json: "value" },
  variant_id: writtenColumn,
  product_name: writtenColumn,
  variant_name: writtenColumn,
  sku: writtenColumn,
  quantity: writtenColumn,
  received_quantity: writtenColumn,
} as const;

const purchaseOrderLineColumns = {
  ...sharedColumns,
  purchase_order_id: keyColumn,
  cost_price: { input: "custom", json: "money", csv: null },
} satisfies RecordColumns<Types<Tables["purchase_order_lines"], PurchaseOrder["line_items"][number]>>;

const transferLineColumns = {
  ...sharedColumns,
  transfer_id: keyColumn,
} satisfies RecordColumns<Types<Tables["transfer_lines"], Transfer["line_items"][number]>>;

type LineColumnName = WritableName<typeof purchaseOrderLineColumns>;

/**
 * A line of a purchase order or a transfer. Its names and SKU are copied from the variant. The id is null before the line is
 * inserted. The cost is a decimal number without trailing zeros, and null on a line of a transfer.
 */
export type DocumentLine = { id: number | null } & Pick<Tables["purchase_order_lines"], LineColumnName>;

/** The table of a document's lines, with the SQL that is derived from its columns. */
export interface LineTable {
  table: "purchase_order_lines" | "transfer_lines";
  documentColumn: "purchase_order_id" | "transfer_id";
  /** The columns that are written with a new line. */
  insertedColumns: readonly LineColumnName[];
  /** The columns that an update of a line writes. The other columns never change. */
  updatedColumns: readonly LineColumnName[];
  /** The SQL list of a line's columns as in `DocumentLine`. */
  selectList: string;
  /** The SQL expression for the JSON of a line `l`, whose document is `r`. */
  json: string;
}

const purchaseOrderLineFunctions =
  createColumnFunctions<Tables["purchase_order_lines"]>()(purchaseOrderLineColumns);
const transferLineFunctions = createColumnFunctions<Tables["transfer_lines"]>()(transferLineColumns);

// Lines show no times, so no time zone is needed.
const placeholders = { zone: "", exponent: "r.currency_decimals" };

export const purchaseOrderLines: LineTable = {
  table: "purchase_order_lines",
  documentColumn: "purchase_order_id",
  insertedColumns: purchaseOrderLineFunctions.names,
  updatedColumns: ["quantity", "received_quantity", "cost_price"],
  selectList: `l.id, ${purchaseOrderLineFunctions.listNormalizedColumns("l")}`,
  json: buildObjectSql(
    operations.getPurchaseOrder.response.properties.purchase_order.properties.line_items.items,
    purchaseOrderLineFunctions.json("l", placeholders),
  ),
};

export const transferLines: LineTable = {
  table: "transfer_lines",
  documentColumn: "transfer_id",
  insertedColumns: transferLineFunctions.names,
  updatedColumns: ["quantity", "received_quantity"],
  selectList: `l.id, ${transferLineFunctions.listNormalizedColumns("l")}, null::text as cost_price`,
  json: buildObjectSql(
    operations.getTransfer.response.properties.transfer.properties.line_items.items,
    transferLineFunctions.json("l", placeholders),
  ),
};

/** Return whether a line differs from its earlier version in a column that an update writes. */
export function isLineChanged(line: DocumentLine, lineBefore: DocumentLine): boolean {
  // These columns include those of a transfer's line, whose cost is always null.
  return purchaseOrderLines.updatedColumns.some((name) => line[name] !== lineBefore[name]);
}
