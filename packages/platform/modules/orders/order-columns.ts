import type { OperationBody, OperationResponse, operations } from "@souk/contract";
import type { Tables } from "@souk/database";
import type { JsonKind } from "../../infrastructure/record-columns.ts";
import type {
  CustomerCopy,
  OrderAddress,
  OrderDiscount,
  SalesAttributions,
  ShippingFee,
  TaxLine,
} from "./order-json-columns.ts";

/** The types of the columns that are JSON in the database. */
interface JsonColumns {
  customer: CustomerCopy | null;
  shipping_address: OrderAddress | null;
  billing_address: OrderAddress | null;
  shipping_fees: readonly ShippingFee[];
  discounts: readonly OrderDiscount[];
  tax_lines: readonly TaxLine[];
  note_attributes: readonly { name: string; value: string }[];
  sales_attributions: SalesAttributions;
}

type Columns = Tables["orders"];

/** A column's value in a row that is read as JSON. */
export type Read<Value> = Value extends Date ? string : Value extends string[] ? readonly string[] : Value;

/** Row of `orders`, as it is read and written. */
export type OrderRow = {
  [Name in Exclude<keyof Columns, "store_id">]: Name extends keyof JsonColumns
    ? JsonColumns[Name]
    : Read<Columns[Name]>;
};

/** The input of an order's details, which can be changed at any time. */
export type DetailsInput = Omit<OperationBody<typeof operations.updateOrder>, "customer_id">;

export type OrderDocument = OperationResponse<typeof operations.getOrder>["order"];

type Copied<Name> = Name extends keyof DetailsInput
  ? Exclude<DetailsInput[Name], undefined> extends string
    ? "as_sent" | "trimmed" | "use_case"
    : "use_case"
  : never;

/** Whether an erasure of the buyer empties a detail or keeps it. */
type Erasure = "emptied" | "kept";

type OrderColumn<Name extends keyof OrderRow> =
  | { kind: JsonKind; input: "none" }
  | { kind: JsonKind; input: Copied<Name>; initial: OrderRow[Name]; erasure: Erasure };

type WrittenName = Exclude<keyof OrderRow, "id" | "created_at" | "updated_at">;

const none = { kind: "value", input: "none" } as const;
const money = { kind: "money", input: "none" } as const;
const time = { kind: "time", input: "none" } as const;

/**
 * The columns of orders except id and times, defined once. They drive select, insert, update, JSON, the copying
 * of input and what an erasure empties. Columns with input `use_case` are read in read-details.ts. The audit log
 * shows every column that its triggers do not exclude. A text copied from input is returned unchanged.
 */
export const orderColumns = {
  number: none,
  version: none,
  status: none,
  financial_status: none,
  fulfillment_status: none,
  email: { kind: "value", input: "trimmed", initial: "", erasure: "emptied" },
  phone: { kind: "value", input: "trimmed", initial: "", erasure: "emptied" },
  customer_id: none,
  customer: none,
  currency_code: none,
  currency_decimals: none,
  taxes_included: none,
  point_used: none,
  exchange_rate: { kind: "decimal", input: "none" },
  subtotal_price: money,
  total_line_items_price: money,
  total_discount: money,
  total_shipping: money,
  total_tax: money,
  total_price: money,
  total_paid: money,
  total_refund_amount: money,
  credit_used: money,
  shipping_address: { kind: "value", input: "use_case", initial: null, erasure: "emptied" },
  billing_address: { kind: "value", input: "use_case", initial: null, erasure: "emptied" },
  shipping_fees: none,
  discounts: none,
  tax_lines: none,
  note: { kind: "value", input: "as_sent", initial: "", erasure: "emptied" },
  remark: { kind: "value", input: "as_sent", initial: "", erasure: "emptied" },
  note_attributes: { kind: "value", input: "use_case", initial: [], erasure: "emptied" },
  tags: { kind: "value", input: "use_case", initial: [], erasure: "kept" },
  source_name: none,
  source_identifier: { kind: "value", input: "trimmed", initial: "", erasure: "kept" },
  token: none,
  cart_token: none,
  browser_ip: none,
  location_id: none,
  sales_attributions: {
    kind: "value",
    input: "use_case",
    initial: { staff: [], location: [], app_handle: null },
    erasure: "kept",
  },
  inventory_behaviour: none,
  cancel_reason: none,
  cancel_restock: none,
  cancelled_at: time,
  closed_at: time,
  processed_at: time,
} satisfies { [Name in WrittenName]: OrderColumn<Name> };

type NamesWith<Part> = {
  [Name in WrittenName]: (typeof orderColumns)[Name] extends Part ? Name : never;
}[WrittenName];

type DetailName = NamesWith<{ initial: unknown }>;

/** An order's details as they are stored; they can be changed at any time. */
export type OrderDetails = Pick<OrderRow, DetailName>;

/** Names of the texts that are copied from input. */
export type CopiedName = NamesWith<{ input: "as_sent" | "trimmed" }>;

const details = Object.entries(orderColumns).flatMap(([name, column]) =>
  "initial" in column ? [{ name: name as DetailName, ...column }] : [],
);

const copied = details.filter(({ input }) => input !== "use_case");

/** The details of an order that is created without any. */
export const emptyDetails = Object.fromEntries(
  details.map(({ name, initial }) => [name, initial]),
) as unknown as OrderDetails;

/** The values that an erasure of the buyer writes to an order's details. */
export const erasedDetails = Object.fromEntries(
  details.filter(({ erasure }) => erasure === "emptied").map(({ name, initial }) => [name, initial]),
) as Partial<OrderDetails>;

/** Copy the sent texts; omitted texts are left unchanged. */
export function copyDetails(sent: DetailsInput, before: OrderDetails): Pick<OrderDetails, CopiedName> {
  const texts = copied.map(({ name, input }) => {
    const text = sent[name as CopiedName] ?? before[name as CopiedName];
    return [name, input === "trimmed" && sent[name as CopiedName] !== undefined ? text.trim() : text];
  });
  return Object.fromEntries(texts) as Pick<OrderDetails, CopiedName>;
}

/** Build a record with a value for each text that is copied from input. */
export function mapCopied<Value>(create: (name: CopiedName) => Value): Record<CopiedName, Value> {
  return Object.fromEntries(copied.map(({ name }) => [name, create(name as CopiedName)])) as Record<
    CopiedName,
    Value
  >;
}
