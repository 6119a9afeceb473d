import { type CustomerCsvColumn, customerCsvAddress, type FieldError, fieldProblem } from "@souk/contract";
import { truncate } from "../../../infrastructure/storable-text.ts";
import {
  type AddressFields,
  type CustomerFields,
  customerColumnUses,
  readAddressFields,
  readCustomerFields,
} from "../../customers/index.ts";
import { createCellReader } from "../rows/cell-reader.ts";
import { createReaders, readCountry } from "../rows/create-readers.ts";
import { readText } from "../rows/read-cells.ts";
import { type ColumnReaders, readColumns } from "../rows/read-columns.ts";
import { type Complain, createRowError, createWidthProblem, type RowError } from "../rows/row-error.ts";
import type { RowGroup } from "../rows/row-groups.ts";
import { type AttributeCellValues, readAttributeCells } from "./read-attributes.ts";
import { readBalances, type SentBalances } from "./read-balances.ts";
import type { CustomerHeading } from "./read-customer-heading.ts";

/** The values of a customer in a row; missing ones are absent. */
export interface CustomerDraft {
  fields: Partial<CustomerFields>;
  address: Partial<AddressFields>;
  attributes: AttributeCellValues;
  balances: SentBalances;
}

const readers = createReaders(customerColumnUses.csv) as ColumnReaders<CustomerFields>;

function readAddress(
  readCell: (column: CustomerCsvColumn) => string | undefined,
  complain: Complain,
): Partial<AddressFields> {
  const sent: Record<string, string> = {};
  for (const [column, field] of Object.entries(customerCsvAddress)) {
    const cell = readCell(column as CustomerCsvColumn);
    const read = field === "country_code" ? readCountry : readText;
    const text = cell === undefined ? undefined : read(cell, (problem) => complain(column, problem));
    if (text !== undefined) sent[field] = text;
  }
  // Its country was complained of above, if it is none.
  return readAddressFields(sent, { errors: [] });
}

/** The context in which rows are read. */
export interface RowReading {
  heading: CustomerHeading;
  /** The country of phone numbers without a country code, if the row has no country. */
  storeCountry: string;
  /** The store's own currency, with its decimals. */
  currency: { code: string; exponent: number };
  /** Today's date as YYYY-MM-DD, the maximum of a birthday. */
  today: string;
}

/** Read the row of one customer. */
export function readCustomer(
  { heading, storeCountry, currency, today }: RowReading,
  { key, rows }: RowGroup,
): { draft: CustomerDraft; errors: RowError[] } {
  const errors: RowError[] = [];
  const [row, second] = rows;
  if (row === undefined) throw new Error("A customer has at least one row.");
  const handle = key === "" ? null : truncate(key, 255);
  const complain: Complain = (column, problem) =>
    errors.push(createRowError({ row: row.row, handle }, column, problem));
  if (key === "")
    complain(null, fieldProblem("required", {}, "{field} must have a code, an email or a phone number."));
  if (second !== undefined)
    errors.push(
      createRowError(
        { row: second.row, handle },
        null,
        fieldProblem(
          "not_unique",
          { duplicate_of: `row ${row.row}` },
          `{field} is about the customer of row ${row.row}. A customer has one row.`,
        ),
      ),
    );
  if (row.cells.slice(heading.width).some((cell) => cell.trim() !== ""))
    complain(null, createWidthProblem(row.cells.length, heading.width));
  const readCell = createCellReader(heading, row);
  const input = readColumns<CustomerFields>(readCell, readers, complain);
  const fieldErrors: FieldError[] = [];
  const countries = [input.country_code ?? "", storeCountry];
  const fields = readCustomerFields(input, { countries, today, errors: fieldErrors });
  for (const { path, ...problem } of fieldErrors) complain(path, problem);
  const address = readAddress(readCell, complain);
  const attributes = readAttributeCells(heading, row, complain);
  return {
    draft: { fields, address, attributes, balances: readBalances(readCell, currency, complain) },
    errors,
  };
}
