import {
  type CustomerCsvColumn,
  customerCsvAddressFields,
  type FieldError,
  fieldProblem,
} from "@souk/contract";
import { truncate } from "../../../infrastructure/storable-text.ts";
import {
  type AddressFields,
  type CustomerFields,
  customerColumnFunctions,
  readAddressFields,
  readCustomerFields,
} from "../../customers/index.ts";
import { createCellReader } from "../rows/cell-reader.ts";
import { createReaders, readCountry } from "../rows/create-readers.ts";
import { readText } from "../rows/read-cells.ts";
import { type ColumnReaders, readColumns } from "../rows/read-columns.ts";
import { createRowError, createWidthProblem, type ReportError, type RowError } from "../rows/row-error.ts";
import type { RowGroup } from "../rows/row-groups.ts";
import { type AttributeCellValues, readAttributeCells } from "./read-attributes.ts";
import { type RowBalances, readBalances } from "./read-balances.ts";
import type { CustomerHeading } from "./read-customer-heading.ts";

/** The values of a customer in a row. Columns that the row does not fill are left out. */
export interface CustomerDraft {
  fields: Partial<CustomerFields>;
  address: Partial<AddressFields>;
  attributes: AttributeCellValues;
  balances: RowBalances;
}

const readers = createReaders(customerColumnFunctions.csv) as ColumnReaders<CustomerFields>;

function readAddress(
  readCell: (column: CustomerCsvColumn) => string | undefined,
  reportError: ReportError,
): Partial<AddressFields> {
  const addressInput: Record<string, string> = {};
  for (const [column, field] of Object.entries(customerCsvAddressFields)) {
    const cell = readCell(column as CustomerCsvColumn);
    const readAddressCell = field === "country_code" ? readCountry : readText;
    const text =
      cell === undefined ? undefined : readAddressCell(cell, (problem) => reportError(column, problem));
    if (text !== undefined) addressInput[field] = text;
  }
  // An invalid country was already reported above.
  return readAddressFields(addressInput, { errors: [] });
}

/** The context that is needed to read rows. */
export interface RowContext {
  heading: CustomerHeading;
  /** The country for phone numbers without a country code, if the row contains no country. */
  storeCountry: string;
  /** The store's currency, with its number of decimal places. */
  currency: { code: string; exponent: number };
  /** The date in the time zone that is furthest ahead, as YYYY-MM-DD. It is the latest allowed birthdate. */
  latestDate: string;
}

/** Read the row of one customer, and report an error if the customer has a second row. */
export function readCustomer(
  { heading, storeCountry, currency, latestDate }: RowContext,
  { key, rows }: RowGroup,
): { draft: CustomerDraft; errors: RowError[] } {
  const errors: RowError[] = [];
  const [row, secondRow] = rows;
  if (row === undefined) throw new Error("A customer has at least one row.");
  const handle = key === "" ? null : truncate(key, 255);
  const reportError: ReportError = (column, problem) =>
    errors.push(createRowError({ row: row.rowNumber, handle }, column, problem));
  if (key === "")
    reportError(null, fieldProblem("required", {}, "{field} must have a code, an email or a phone number."));
  if (secondRow !== undefined)
    errors.push(
      createRowError(
        { row: secondRow.rowNumber, handle },
        null,
        fieldProblem(
          "not_unique",
          { duplicate_of: `row ${row.rowNumber}` },
          `{field} is for the same customer as row ${row.rowNumber}. A file can have only one row for each customer.`,
        ),
      ),
    );
  if (row.cells.slice(heading.width).some((cell) => cell.trim() !== ""))
    reportError(null, createWidthProblem(row.cells.length, heading.width));
  const readCell = createCellReader(heading, row);
  const input = readColumns<CustomerFields>(readCell, readers, reportError);
  const fieldErrors: FieldError[] = [];
  const countries = [input.country_code ?? "", storeCountry];
  const fields = readCustomerFields(input, { countries, latestDate, errors: fieldErrors });
  for (const { path, ...problem } of fieldErrors) reportError(path, problem);
  const address = readAddress(readCell, reportError);
  const attributes = readAttributeCells(heading, row, reportError);
  return {
    draft: { fields, address, attributes, balances: readBalances(readCell, currency, reportError) },
    errors,
  };
}
