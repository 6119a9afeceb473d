import {
  type AnswerOf,
  attributeColumnPrefix,
  type CustomerCsvColumn,
  customerCsvAddress,
  customerCsvColumns,
  type operations,
} from "@souk/contract";
import type { Database } from "@souk/database";
import type { Store } from "../../../routing/call.ts";
import { attributeDefinitions } from "../../customers/index.ts";
import { guarded, tagsCell } from "../csv-cell.ts";
import { byteOrderMark, csvText } from "../csv-text.ts";
import type { LineWriter } from "../line-writer.ts";
import { attributeCell } from "./attribute-cell.ts";

type Customer = AnswerOf<typeof operations.getCustomer>["customer"];

function cellsOf(customer: Customer): Record<CustomerCsvColumn, string> {
  const { primary_address } = customer;
  const address = Object.fromEntries(
    Object.entries(customerCsvAddress).map(([column, field]) => [
      column,
      guarded(primary_address?.[field] ?? ""),
    ]),
  ) as Record<keyof typeof customerCsvAddress, string>;
  return {
    code: guarded(customer.code),
    email: guarded(customer.email),
    phone: guarded(customer.phone),
    first_name: guarded(customer.first_name),
    last_name: guarded(customer.last_name),
    birthdate: customer.birthdate ?? "",
    gender: customer.gender ?? "",
    country_code: customer.country_code,
    accepts_marketing: String(customer.accepts_marketing),
    note: guarded(customer.note),
    tags: guarded(tagsCell(customer.tags)),
    total_credit: customer.total_credit,
    total_point: String(customer.total_point),
    ...address,
  };
}

/**
 * Makes the rows of customers, in the columns that an import reads (docs: imports.create).
 * @param attributes with a column for each custom field, which the customers' documents then hold (CUS-3)
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
  const rowOf = (customer: Customer): string[] => {
    const cells = cellsOf(customer);
    const values = new Map(Object.entries(customer.attributes ?? {}));
    return [
      ...customerCsvColumns.map(({ name }) => cells[name]),
      ...keys.map((key) => guarded(attributeCell(values.get(key) ?? ""))),
    ];
  };
  return {
    heading: byteOrderMark + csvText([names]),
    write: async (texts) => {
      const rows = texts.map((text) => rowOf(JSON.parse(text) as Customer));
      return { text: csvText(rows), rows: rows.length };
    },
  };
}
