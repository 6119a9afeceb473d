import type { Tables } from "@souk/database";

type Row = Tables["purchase_order_lines"];

/** The columns that identify a line. All others are in `lineColumns`. */
type KeyColumn = "store_id" | "id" | "purchase_order_id";

/** A column of the lines of purchase orders and transfers. */
interface LineColumn {
  /** Whether the column can change. If not, its value is set when the line is inserted. */
  isUpdated: boolean;
  /** Whether the column is an amount in the document's currency. Only lines of purchase orders have such columns. */
  isAmount: boolean;
}

const inserted = { isUpdated: false, isAmount: false };
const updated = { isUpdated: true, isAmount: false };

/** The columns of a line, in the order of its JSON. The select, the insert, the update and the JSON are derived from them. */
const lineColumns = {
  variant_id: inserted,
  product_name: inserted,
  variant_name: inserted,
  sku: inserted,
  quantity: updated,
  received_quantity: updated,
  cost_price: { isUpdated: true, isAmount: true },
} satisfies Record<Exclude<keyof Row, KeyColumn>, LineColumn>;

type LineColumnName = keyof typeof lineColumns;

const allNames = Object.keys(lineColumns) as LineColumnName[];

/**
 * A line of a purchase order or a transfer. Its names and SKU are copied from the variant. The id is null before the line is
 * inserted, and the cost is a decimal number without trailing zeros.
 */
export type DocumentLine = { id: number | null } & { [Name in LineColumnName]: Row[Name] };

/** The table of a document's lines. */
export interface LineTable {
  table: "purchase_order_lines" | "transfer_lines";
  documentColumn: "purchase_order_id" | "transfer_id";
  /** Whether the lines have the columns that are amounts. */
  hasAmounts: boolean;
}

/** List the columns of a table of lines, without those of its key. */
export function listLineColumns({ hasAmounts }: Pick<LineTable, "hasAmounts">): LineColumnName[] {
  return allNames.filter((name) => hasAmounts || !lineColumns[name].isAmount);
}

/** List the columns that an update of a line writes. */
export function listUpdatedColumns(lineTable: Pick<LineTable, "hasAmounts">): LineColumnName[] {
  return listLineColumns(lineTable).filter((name) => lineColumns[name].isUpdated);
}

/** Build the SQL list of a line's columns as in `DocumentLine`. A column that the table does not have is null. */
export function buildLineSelect({ hasAmounts }: LineTable): string {
  const columns = allNames.map((name) => {
    if (!lineColumns[name].isAmount) return name;
    return hasAmounts ? `trim_scale(${name})::text as ${name}` : `null::text as ${name}`;
  });
  return ["id", ...columns].join(", ");
}

/** Build the SQL of the JSON of a line `l` of the document `r`. */
export function buildLineJson(lineTable: LineTable): string {
  const columns = listLineColumns(lineTable).map((name) =>
    lineColumns[name].isAmount ? `round(l.${name}, r.currency_decimals)::text as ${name}` : `l.${name}`,
  );
  return `row_to_json((select y from (select ${["l.id", ...columns].join(", ")}) y))`;
}

/** Return whether a line differs from its earlier version in a column that an update writes. */
export function isLineChanged(line: DocumentLine, lineBefore: DocumentLine): boolean {
  return listUpdatedColumns({ hasAmounts: true }).some((name) => line[name] !== lineBefore[name]);
}
