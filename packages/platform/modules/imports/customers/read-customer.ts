import {
  type CustomerCsvColumn,
  customerCsvAddress,
  emailPattern,
  type FieldError,
  findCountry,
} from "@souk/contract";
import { cut } from "../../../printable.ts";
import {
  type AddressFields,
  type CustomerFields,
  readAddressFields,
  readCustomerFields,
} from "../../customers/index.ts";
import { cellsOf } from "../rows/cells-of.ts";
import {
  type ReadCell,
  readBoolean,
  readCode,
  readHtml,
  readTags,
  readText,
  readWord,
} from "../rows/read-cells.ts";
import { type ColumnReaders, readColumns } from "../rows/read-columns.ts";
import { type Complain, quoted, type RowError } from "../rows/row-error.ts";
import type { RowGroup } from "../rows/row-groups.ts";
import { type AttributeCellValues, readAttributeCells } from "./read-attributes.ts";
import { readBalances, type SaidBalances } from "./read-balances.ts";
import type { CustomerHeading } from "./read-customer-heading.ts";

/** What a row says of a customer; what it does not say is not there. */
export interface CustomerDraft {
  fields: Partial<CustomerFields>;
  address: Partial<AddressFields>;
  attributes: AttributeCellValues;
  balances: SaidBalances;
}

const emailOrEmpty = new RegExp(`^(${emailPattern})?$`);

const readEmail: ReadCell<string> = (cell, complain) => {
  const email = cell.trim();
  if (email.length <= 255 && emailOrEmpty.test(email)) return email;
  complain(`${quoted(cell)} is no e-mail address; it takes one such as mei@kedai.com.`);
  return undefined;
};

const readCountry: ReadCell<string> = (cell, complain) => {
  const code = cell.trim().toUpperCase();
  const country = findCountry(code);
  if (country !== null) return country;
  complain(`${quoted(cell)} is no country's code; it takes two letters such as MY.`);
  return undefined;
};

/** An empty cell says that nothing is known. */
const readDateText: ReadCell<string | null> = (cell) => (cell.trim() === "" ? null : cell.trim());

const readGender: ReadCell<"male" | "female" | "other" | null> = (cell, complain) =>
  cell.trim() === "" ? null : readWord(["male", "female", "other"])(cell, complain);

const readers: ColumnReaders<CustomerFields> = {
  code: readCode,
  email: readEmail,
  phone: readCode,
  first_name: readText,
  last_name: readText,
  birthdate: readDateText,
  gender: readGender,
  country_code: readCountry,
  accepts_marketing: readBoolean,
  note: readHtml,
  tags: readTags,
};

function readAddress(
  cellOf: (column: CustomerCsvColumn) => string | undefined,
  complain: Complain,
): Partial<AddressFields> {
  const sent: Record<string, string> = {};
  for (const [column, field] of Object.entries(customerCsvAddress)) {
    const cell = cellOf(column as CustomerCsvColumn);
    const read = field === "country_code" ? readCountry : readText;
    const text = cell === undefined ? undefined : read(cell, (message) => complain(column, message));
    if (text !== undefined) sent[field] = text;
  }
  // Its country was complained of above, if it is none.
  return readAddressFields(sent, { faults: [] });
}

/** How the rows of a file are read. */
export interface RowReading {
  heading: CustomerHeading;
  /** What phone numbers are of that say no country, where the row names none. */
  storeCountry: string;
  /** The store's own, with its decimals. */
  currency: { code: string; exponent: number };
  /** YYYY-MM-DD; nobody is born later. */
  today: string;
}

/** Reads the row of one customer. */
export function readCustomer(
  { heading, storeCountry, currency, today }: RowReading,
  { key, rows }: RowGroup,
): { draft: CustomerDraft; errors: RowError[] } {
  const errors: RowError[] = [];
  const [row, second] = rows;
  if (row === undefined) throw new Error("A customer has at least one row.");
  const handle = key === "" ? null : cut(key, 255);
  const complain: Complain = (column, message) => errors.push({ row: row.row, column, handle, message });
  if (key === "")
    complain(null, "The row has no code, e-mail address or phone number to know the customer by.");
  if (second !== undefined)
    errors.push({
      row: second.row,
      column: null,
      handle,
      message: `The row is about the customer of row ${row.row}; a customer has one row.`,
    });
  if (row.cells.slice(heading.width).some((cell) => cell.trim() !== ""))
    complain(
      null,
      `The row has ${row.cells.length} cells, but the first row names ${heading.width} columns.`,
    );
  const cellOf = cellsOf(heading, row);
  const input = readColumns<CustomerFields>(cellOf, readers, complain);
  const faults: FieldError[] = [];
  const countries = [input.country_code ?? "", storeCountry];
  const fields = readCustomerFields(input, { countries, today, faults });
  for (const { path, message } of faults) complain(path, message);
  const address = readAddress(cellOf, complain);
  const attributes = readAttributeCells(heading, row, complain);
  return {
    draft: { fields, address, attributes, balances: readBalances(cellOf, currency, complain) },
    errors,
  };
}
