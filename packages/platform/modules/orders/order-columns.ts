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

/** The type of a column's value in a row that is read as JSON. */
export type ReadAsJson<Value> = Value extends Date
  ? string
  : Value extends string[]
    ? readonly string[]
    : Value;

/** Row of `orders`, as it is read and written. */
export type OrderRow = {
  [Name in Exclude<keyof Columns, "store_id">]: Name extends keyof JsonColumns
    ? JsonColumns[Name]
    : ReadAsJson<Columns[Name]>;
};

/** The input of an order's details, which can be changed at any time. */
export type DetailsInput = Omit<OperationBody<typeof operations.updateOrder>, "customer_id">;

export type OrderDocument = OperationResponse<typeof operations.getOrder>["order"];

type InputMode<Name> = Name extends keyof DetailsInput
  ? Exclude<DetailsInput[Name], undefined> extends string
    ? "as_sent" | "trimmed" | "custom"
    : "custom"
  : never;

/** Whether an erasure of the buyer empties a detail or keeps it. */
type Erasure = "emptied" | "kept";

type OrderColumn<Name extends keyof OrderRow> =
  | { kind: JsonKind; input: "none" }
  | { kind: JsonKind; input: InputMode<Name>; initial: OrderRow[Name]; erasure: Erasure };

type ColumnName = Exclude<keyof OrderRow, "id" | "created_at" | "updated_at">;

const withoutInput = { kind: "value", input: "none" } as const;
const money = { kind: "money", input: "none" } as const;
const time = { kind: "time", input: "none" } as const;

/**
 * The columns of `orders` except the id and the times of creation and update. This one definition drives select, insert,
 * update, JSON, the copying of input and the values that an erasure empties. The input of columns with `custom` is read
 * in read-details.ts. The audit log shows every column that its triggers do not exclude.
 */
export const orderColumns = {
  number: withoutInput,
  version: withoutInput,
  status: withoutInput,
  financial_status: withoutInput,
  fulfillment_status: withoutInput,
  email: { kind: "value", input: "trimmed", initial: "", erasure: "emptied" },
  phone: { kind: "value", input: "trimmed", initial: "", erasure: "emptied" },
  customer_id: withoutInput,
  customer: withoutInput,
  currency_code: withoutInput,
  currency_decimals: withoutInput,
  taxes_included: withoutInput,
  point_used: withoutInput,
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
  shipping_address: { kind: "value", input: "custom", initial: null, erasure: "emptied" },
  billing_address: { kind: "value", input: "custom", initial: null, erasure: "emptied" },
  shipping_fees: withoutInput,
  discounts: withoutInput,
  tax_lines: withoutInput,
  note: { kind: "value", input: "as_sent", initial: "", erasure: "emptied" },
  remark: { kind: "value", input: "as_sent", initial: "", erasure: "emptied" },
  note_attributes: { kind: "value", input: "custom", initial: [], erasure: "emptied" },
  tags: { kind: "value", input: "custom", initial: [], erasure: "kept" },
  source_name: withoutInput,
  source_identifier: { kind: "value", input: "trimmed", initial: "", erasure: "kept" },
  token: withoutInput,
  cart_token: withoutInput,
  browser_ip: withoutInput,
  location_id: withoutInput,
  sales_attributions: {
    kind: "value",
    input: "custom",
    initial: { staff: [], location: [], app_handle: null },
    erasure: "kept",
  },
  inventory_behaviour: withoutInput,
  cancel_reason: withoutInput,
  cancel_restock: withoutInput,
  cancelled_at: time,
  closed_at: time,
  processed_at: time,
} satisfies { [Name in ColumnName]: OrderColumn<Name> };

type NamesWith<Properties> = {
  [Name in ColumnName]: (typeof orderColumns)[Name] extends Properties ? Name : never;
}[ColumnName];

type DetailName = NamesWith<{ initial: unknown }>;

/** An order's details as they are stored; they can be changed at any time. */
export type OrderDetails = Pick<OrderRow, DetailName>;

/** Names of the texts that are copied from input. */
export type CopiedTextName = NamesWith<{ input: "as_sent" | "trimmed" }>;

const details = Object.entries(orderColumns).flatMap(([name, column]) =>
  "initial" in column ? [{ name: name as DetailName, ...column }] : [],
);

const copiedDetails = details.filter(({ input }) => input !== "custom");

/** The details of an order that is created without details. */
export const emptyDetails = Object.fromEntries(
  details.map(({ name, initial }) => [name, initial]),
) as unknown as OrderDetails;

/** The values that an erasure of the buyer writes to an order's details. */
export const erasedDetails = Object.fromEntries(
  details.filter(({ erasure }) => erasure === "emptied").map(({ name, initial }) => [name, initial]),
) as Partial<OrderDetails>;

/** Return the texts that are copied from input. Omitted texts keep their current values. */
export function copyTexts(body: DetailsInput, current: OrderDetails): Pick<OrderDetails, CopiedTextName> {
  const texts = copiedDetails.map(({ name, input }) => {
    const text = body[name as CopiedTextName] ?? current[name as CopiedTextName];
    return [name, input === "trimmed" && body[name as CopiedTextName] !== undefined ? text.trim() : text];
  });
  return Object.fromEntries(texts) as Pick<OrderDetails, CopiedTextName>;
}

/** Build a record with a value for each text that is copied from input. */
export function mapCopiedTexts<Value>(
  create: (name: CopiedTextName) => Value,
): Record<CopiedTextName, Value> {
  return Object.fromEntries(
    copiedDetails.map(({ name }) => [name, create(name as CopiedTextName)]),
  ) as Record<CopiedTextName, Value>;
}
