import type { JsonKind } from "../../infrastructure/record-columns.ts";
import { orderColumns } from "./order-columns.ts";
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
} from "./order-part-columns.ts";
import type { Order } from "./order-rows.ts";

/** A table of an order's rows, under its name in `Order`. */
interface OrderTable {
  table: string;
  /** How each column except id and times is converted to JSON and back: money and decimals as text, instants in UTC. */
  kinds: Readonly<Record<string, JsonKind>>;
  /** Whether the rows have created_at and updated_at. */
  stamped: boolean;
  /** The column that the rows are sorted by. */
  by: string;
}

const unlistedNames = ["id", "created_at", "updated_at"];

function definePart(
  table: string,
  columns: Readonly<Record<string, { json: JsonKind | null }>>,
  by = "id",
): OrderTable {
  const listed = Object.entries(columns).filter(([name]) => !unlistedNames.includes(name));
  const kinds = Object.fromEntries(listed.map(([name, { json }]) => [name, json ?? "value"]));
  return { table, kinds, stamped: "created_at" in columns, by };
}

const orderKinds: Readonly<Record<string, JsonKind>> = Object.fromEntries(
  Object.entries(orderColumns).map(([name, { kind }]) => [name, kind]),
);

/** The tables of an order's rows, the table of the order itself first. */
export const orderTables = {
  order: { table: "orders", kinds: orderKinds, stamped: true, by: "id" },
  lines: definePart("order_lines", lineColumns, "position"),
  fulfillment_orders: definePart("fulfillment_orders", fulfillmentOrderColumns),
  fulfillment_order_lines: definePart("fulfillment_order_lines", fulfillmentOrderLineColumns),
  transactions: definePart("order_transactions", transactionColumns),
  fulfillments: definePart("fulfillments", fulfillmentColumns),
  fulfillment_lines: definePart("fulfillment_lines", fulfillmentLineColumns),
  refunds: definePart("refunds", refundColumns),
  refund_lines: definePart("refund_lines", refundLineColumns),
  returns: definePart("order_returns", orderReturnColumns),
  return_lines: definePart("order_return_lines", orderReturnLineColumns),
} as const satisfies Record<keyof Order, OrderTable>;

export type OrderPart = keyof typeof orderTables;

/** The parts that an order has many of. */
export type ManyPart = Exclude<OrderPart, "order">;

export const manyParts = (Object.keys(orderTables) as OrderPart[]).filter(
  (part): part is ManyPart => part !== "order",
);

/** List the written columns of a part, the id first. */
export function listColumns(part: OrderPart): string[] {
  const { kinds, stamped: hasStamps } = orderTables[part];
  return ["id", ...Object.keys(kinds), ...(hasStamps ? ["created_at", "updated_at"] : [])];
}

/** Build the SQL for an instant as ISO 8601 in UTC with milliseconds. */
export function buildInstantSql(expression: string): string {
  return `to_char(${expression} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
}

function buildReadSql(name: string, kind: JsonKind): string {
  if (kind === "money") return `round(r.${name}, o.currency_decimals)::text as ${name}`;
  if (kind === "decimal") return `trim_scale(r.${name})::text as ${name}`;
  if (kind === "time") return `${buildInstantSql(`r.${name}`)} as ${name}`;
  return `r.${name}`;
}

/** Build the SQL for a row `r` of a part of the order `o` as JSON. */
export function buildRowSql(part: OrderPart): string {
  const { kinds, stamped: hasStamps } = orderTables[part];
  const stamps = hasStamps ? [buildReadSql("created_at", "time"), buildReadSql("updated_at", "time")] : [];
  const shown = ["r.id", ...Object.entries(kinds).map(([name, kind]) => buildReadSql(name, kind)), ...stamps];
  return `row_to_json((select x from (select ${shown.join(", ")}) x))`;
}
