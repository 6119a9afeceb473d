import {
  attributeColumnPrefix,
  type CustomerCsvColumn,
  customerCsvAddress,
  customerCsvColumns,
  type OperationResponse,
  type operations,
} from "@souk/contract";
import type { Database } from "@souk/database";
import type { Store } from "../../../infrastructure/routing/call.ts";
import { attributeDefinitions, customerColumnUses } from "../../customers/index.ts";
import { guarded, writeCells } from "../csv-cell.ts";
import { byteOrderMark, csvText } from "../csv-text.ts";
import type { LineWriter } from "../line-writer.ts";
import { attributeCell } from "./attribute-cell.ts";

type Customer = OperationResponse<typeof operations.getCustomer>["customer"];

function buildCells(customer: Customer): Record<CustomerCsvColumn, string> {
  const { primary_address } = customer;
  const address = Object.fromEntries(
    Object.entries(customerCsvAddress).map(([column, field]) => [
      column,
      guarded(primary_address?.[field] ?? ""),
    ]),
  ) as Record<keyof typeof customerCsvAddress, string>;
  return {
    ...writeCells(customerColumnUses.csv, customer),
    total_credit: customer.total_credit,
    total_point: String(customer.total_point),
    ...address,
  };
}

/**
 * Create the writer of customers' rows, in the columns that an import reads (docs: imports.create).
 * @param attributes with a column for each custom field, which the customers' JSON then contains (CUS-3)
 */
export async function createCustomerCsv(
  database: Database,
  store: Store,
  { attributes }: { attributes: boolean },
): Promise<LineWriter> {
  const keys = attributes ? (await attributeDefinitions(database, store)).map(({ key }) => key) : [];
  const names = [
    ...customerCsvColumns.map(({ name }) => name),
    ...keys.map((key) => `${attributeColumnPrefix}${key}`),
  ];
  const buildRow = (customer: Customer): string[] => {
    const cells = buildCells(customer);
    const values = new Map(Object.entries(customer.attributes ?? {}));
    return [
      ...customerCsvColumns.map(({ name }) => cells[name]),
      ...keys.map((key) => guarded(attributeCell(values.get(key) ?? ""))),
    ];
  };
  return {
    heading: byteOrderMark + csvText([names]),
    write: async (texts) => {
      const rows = texts.map((text) => buildRow(JSON.parse(text) as Customer));
      return { text: csvText(rows), rows: rows.length };
    },
  };
}
