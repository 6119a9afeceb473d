import type { Order } from "./order-rows.ts";

/** How a column is read as JSON and so written again: money and decimals as text, instants in UTC. */
type Kind = "plain" | "money" | "decimal" | "time";

/** A table of an order's rows, by the name they have in `Order`. */
interface OrderTable {
  table: string;
  columns: Readonly<Record<string, Kind>>;
  /** Whether its rows carry created_at and updated_at. */
  stamped: boolean;
  /** What its rows are sorted by. */
  by: string;
}

const plain = (...names: string[]): Record<string, Kind> =>
  Object.fromEntries(names.map((name) => [name, "plain"]));
const money = (...names: string[]): Record<string, Kind> =>
  Object.fromEntries(names.map((name) => [name, "money"]));

const orderColumns: Readonly<Record<string, Kind>> = {
  ...plain(
    "number",
    "version",
    "status",
    "financial_status",
    "fulfillment_status",
    "email",
    "phone",
    "customer_id",
    "customer",
  ),
  ...plain("currency_code", "currency_decimals", "taxes_included", "point_used"),
  exchange_rate: "decimal",
  ...money(
    "subtotal_price",
    "total_line_items_price",
    "total_discount",
    "total_shipping",
    "total_tax",
    "total_price",
  ),
  ...money("total_paid", "total_refund_amount", "credit_used"),
  ...plain(
    "shipping_address",
    "billing_address",
    "shipping_fees",
    "discounts",
    "tax_lines",
    "note",
    "remark",
  ),
  ...plain(
    "note_attributes",
    "tags",
    "source_name",
    "source_identifier",
    "token",
    "cart_token",
    "browser_ip",
  ),
  ...plain("location_id", "sales_attributions", "inventory_behaviour", "cancel_reason", "cancel_restock"),
  cancelled_at: "time",
  closed_at: "time",
  processed_at: "time",
};

const lineColumns: Readonly<Record<string, Kind>> = {
  ...plain(
    "position",
    "product_id",
    "variant_id",
    "product_name",
    "variant_name",
    "sku",
    "barcode",
    "image_path",
    "quantity",
  ),
  ...money("price", "total_discount", "total_tax", "cost_price"),
  ...plain("taxable", "shipping_required", "grams", "is_stocked"),
};

const transactionColumns: Readonly<Record<string, Kind>> = {
  ...plain(
    "kind",
    "status",
    "gateway_type",
    "gateway_title",
    "gateway_method",
    "points",
    "reference",
    "parent_id",
  ),
  amount: "money",
  processed_at: "time",
};

const fulfillmentColumns = plain(
  "fulfillment_order_id",
  "location_id",
  "status",
  "tracking_company",
  "tracking_number",
  "tracking_url",
  "service",
  "message",
  "app_handle",
  "consignment_note_url",
);

const stamped = { stamped: true, by: "id" } as const;
const unstamped = { stamped: false, by: "id" } as const;

/** Every table of an order's rows; the order's own comes first. */
export const orderTables = {
  order: { table: "orders", columns: orderColumns, ...stamped },
  lines: { table: "order_lines", columns: lineColumns, stamped: true, by: "position" },
  fulfillment_orders: {
    table: "fulfillment_orders",
    columns: plain("location_id", "keeps_location"),
    ...stamped,
  },
  fulfillment_order_lines: {
    table: "fulfillment_order_lines",
    columns: plain("fulfillment_order_id", "line_item_id", "quantity"),
    ...unstamped,
  },
  transactions: { table: "order_transactions", columns: transactionColumns, ...stamped },
  fulfillments: { table: "fulfillments", columns: fulfillmentColumns, ...stamped },
  fulfillment_lines: {
    table: "fulfillment_lines",
    columns: plain("fulfillment_id", "fulfillment_order_line_id", "line_item_id", "quantity"),
    ...unstamped,
  },
  refunds: {
    table: "refunds",
    columns: { ...plain("status", "note", "reference_number", "transaction_id"), amount: "money" },
    ...stamped,
  },
  refund_lines: {
    table: "refund_lines",
    columns: plain(
      "refund_id",
      "line_item_id",
      "fulfillment_order_line_id",
      "location_id",
      "quantity",
      "is_reverted",
    ),
    ...unstamped,
  },
  returns: { table: "order_returns", columns: plain("status", "note", "refund_id"), ...stamped },
  return_lines: {
    table: "order_return_lines",
    columns: plain("order_return_id", "line_item_id", "quantity", "reason", "restock", "location_id"),
    ...unstamped,
  },
} as const satisfies Record<keyof Order, OrderTable>;

export type OrderPart = keyof typeof orderTables;

/** The parts that an order has many of. */
export type ManyPart = Exclude<OrderPart, "order">;

export const manyParts = (Object.keys(orderTables) as OrderPart[]).filter(
  (part): part is ManyPart => part !== "order",
);

/** The columns of a part that are written, its id first. */
export function columnsOf(part: OrderPart): string[] {
  const { columns, stamped: hasStamps } = orderTables[part];
  return ["id", ...Object.keys(columns), ...(hasStamps ? ["created_at", "updated_at"] : [])];
}

/** An instant as ISO 8601 in UTC with milliseconds, as SQL. */
export function instantSql(at: string): string {
  return `to_char(${at} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
}

function readSql(name: string, kind: Kind): string {
  if (kind === "money") return `round(r.${name}, o.currency_decimals)::text as ${name}`;
  if (kind === "decimal") return `trim_scale(r.${name})::text as ${name}`;
  if (kind === "time") return `${instantSql(`r.${name}`)} as ${name}`;
  return `r.${name}`;
}

/** A row `r` of a part as JSON, of the order `o`, as SQL. */
export function rowSql(part: OrderPart): string {
  const { columns, stamped: hasStamps } = orderTables[part];
  const stamps = hasStamps ? [readSql("created_at", "time"), readSql("updated_at", "time")] : [];
  const shown = ["r.id", ...Object.entries(columns).map(([name, kind]) => readSql(name, kind)), ...stamps];
  return `row_to_json((select x from (select ${shown.join(", ")}) x))`;
}
