import type { JsonKind } from "../../infrastructure/record-columns.ts";
import {
  fulfillmentColumns,
  fulfillmentLineColumns,
  fulfillmentOrderColumns,
  fulfillmentOrderLineColumns,
  lineColumns,
  orderReturnColumns,
  orderReturnLineColumns,
  refundColumns,
  refundLineColumns,
  transactionColumns,
} from "./order-child-columns.ts";
import { orderColumns } from "./order-columns.ts";
import type { Order } from "./order-rows.ts";

/** A database table with rows of an order. */
interface OrderTable {
  table: string;
  /** How each column except id and timestamps is converted to JSON and back: money and decimals as text, times in UTC. */
  kinds: Readonly<Record<string, JsonKind>>;
  /** Whether the rows have created_at and updated_at. */
  hasTimestamps: boolean;
  /** The column that the rows are sorted by. */
  sortColumn: string;
}

const excludedNames = ["id", "created_at", "updated_at"];

function defineTable(
  table: string,
  columns: Readonly<Record<string, { json: JsonKind | null }>>,
  sortColumn = "id",
): OrderTable {
  const otherColumns = Object.entries(columns).filter(([name]) => !excludedNames.includes(name));
  const kinds = Object.fromEntries(otherColumns.map(([name, { json }]) => [name, json ?? "value"]));
  return { table, kinds, hasTimestamps: "created_at" in columns, sortColumn };
}

const orderKinds: Readonly<Record<string, JsonKind>> = Object.fromEntries(
  Object.entries(orderColumns).map(([name, { kind }]) => [name, kind]),
);

/** The tables of an order's rows: first the table of the order itself, then its child tables. */
export const orderTables = {
  order: { table: "orders", kinds: orderKinds, hasTimestamps: true, sortColumn: "id" },
  lines: defineTable("order_lines", lineColumns, "position"),
  fulfillment_orders: defineTable("fulfillment_orders", fulfillmentOrderColumns),
  fulfillment_order_lines: defineTable("fulfillment_order_lines", fulfillmentOrderLineColumns),
  transactions: defineTable("order_transactions", transactionColumns),
  fulfillments: defineTable("fulfillments", fulfillmentColumns),
  fulfillment_lines: defineTable("fulfillment_lines", fulfillmentLineColumns),
  refunds: defineTable("refunds", refundColumns),
  refund_lines: defineTable("refund_lines", refundLineColumns),
  returns: defineTable("order_returns", orderReturnColumns),
  return_lines: defineTable("order_return_lines", orderReturnLineColumns),
} as const satisfies Record<keyof Order, OrderTable>;

export type OrderTableName = keyof typeof orderTables;

/** The name of a table that has many rows for one order. */
export type ChildTableName = Exclude<OrderTableName, "order">;

export const childTableNames = (Object.keys(orderTables) as OrderTableName[]).filter(
  (name): name is ChildTableName => name !== "order",
);

/** List the columns that are written to a table, beginning with the id. */
export function listColumns(name: OrderTableName): string[] {
  const { kinds, hasTimestamps } = orderTables[name];
  return ["id", ...Object.keys(kinds), ...(hasTimestamps ? ["created_at", "updated_at"] : [])];
}

/** Build the SQL expression for a time as ISO 8601 in UTC with milliseconds. */
export function buildInstantSql(expression: string): string {
  return `to_char(${expression} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
}

function buildReadSql(name: string, kind: JsonKind): string {
  if (kind === "money") return `round(r.${name}, o.currency_decimals)::text as ${name}`;
  if (kind === "decimal") return `trim_scale(r.${name})::text as ${name}`;
  if (kind === "time") return `${buildInstantSql(`r.${name}`)} as ${name}`;
  return `r.${name}`;
}

/** Build the SQL expression for a row `r` as JSON, from one of the tables of the order `o`. */
export function buildRowSql(tableName: OrderTableName): string {
  const { kinds, hasTimestamps } = orderTables[tableName];
  const timestamps = hasTimestamps
    ? [buildReadSql("created_at", "time"), buildReadSql("updated_at", "time")]
    : [];
  const values = Object.entries(kinds).map(([name, kind]) => buildReadSql(name, kind));
  return `row_to_json((select x from (select ${["r.id", ...values, ...timestamps].join(", ")}) x))`;
}
