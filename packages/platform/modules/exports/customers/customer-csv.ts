import {
  type AnswerOf,
  type CustomerCsvColumn,
  customerCsvAddress,
  customerCsvColumns,
  type operations,
} from "@souk/contract";
import { guarded, tagsCell } from "../csv-cell.ts";
import { byteOrderMark, csvText } from "../csv-text.ts";
import type { LineWriter } from "../line-writer.ts";

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
    ...address,
  };
}

/** Makes the rows of customers, in the columns that an import reads (docs: imports.create). */
export async function createCustomerCsv(): Promise<LineWriter> {
  return {
    heading: byteOrderMark + csvText([customerCsvColumns.map(({ name }) => name)]),
    write: async (texts) => {
      const rows = texts.map((text) => {
        const cells = cellsOf(JSON.parse(text) as Customer);
        return customerCsvColumns.map(({ name }) => cells[name]);
      });
      return { text: csvText(rows), rows: rows.length };
    },
  };
}
