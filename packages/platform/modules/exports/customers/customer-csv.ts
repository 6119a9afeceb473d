import {
  attributeColumnPrefix,
  type CustomerCsvColumn,
  customerCsvAddressFields,
  customerCsvColumns,
  type OperationResponse,
  type operations,
} from "@souk/contract";
import type { Database } from "@souk/database";
import type { Store } from "../../../infrastructure/routing/call.ts";
import { customerColumnFunctions, loadAttributeDefinitions } from "../../customers/index.ts";
import { escapeFormula, formatCells } from "../csv-cell.ts";
import { byteOrderMark, formatCsv } from "../csv-text.ts";
import type { LineFormatter } from "../line-formatter.ts";
import { formatAttributeCell } from "./attribute-cell.ts";

type Customer = OperationResponse<typeof operations.getCustomer>["customer"];

function buildCells(customer: Customer): Record<CustomerCsvColumn, string> {
  const { primary_address } = customer;
  const address = Object.fromEntries(
    Object.entries(customerCsvAddressFields).map(([column, field]) => [
      column,
      escapeFormula(primary_address?.[field] ?? ""),
    ]),
  ) as Record<keyof typeof customerCsvAddressFields, string>;
  return {
    ...formatCells(customerColumnFunctions.csv, customer),
    total_credit: customer.total_credit,
    total_point: String(customer.total_point),
    ...address,
  };
}

/**
 * Create the formatter of customers as CSV rows, in the columns that an import reads (docs: imports.create).
 * @param hasAttributes whether the customers' JSON contains custom fields; each custom field then gets a column (CUS-3)
 */
export async function createCustomerCsvFormatter(
  database: Database,
  store: Store,
  { hasAttributes }: { hasAttributes: boolean },
): Promise<LineFormatter> {
  const keys = hasAttributes ? (await loadAttributeDefinitions(database, store)).map(({ key }) => key) : [];
  const columnNames = [
    ...customerCsvColumns.map(({ name }) => name),
    ...keys.map((key) => `${attributeColumnPrefix}${key}`),
  ];
  const buildRow = (customer: Customer): string[] => {
    const cells = buildCells(customer);
    const values = new Map(Object.entries(customer.attributes ?? {}));
    return [
      ...customerCsvColumns.map(({ name }) => cells[name]),
      ...keys.map((key) => escapeFormula(formatAttributeCell(values.get(key) ?? ""))),
    ];
  };
  return {
    heading: byteOrderMark + formatCsv([columnNames]),
    format: async (texts) => {
      const rows = texts.map((text) => buildRow(JSON.parse(text) as Customer));
      return { text: formatCsv(rows), rowCount: rows.length };
    },
  };
}
