import { emailPattern, fieldProblem, normalizeCountryCode } from "@souk/contract";
import type { CsvKinds } from "../../../infrastructure/record-columns.ts";
import {
  createMoneyReader,
  createOptionalMoneyReader,
  createWordReader,
  type ReadCell,
  readBoolean,
  readCode,
  readHtml,
  readTags,
  readText,
  readTextUnlessEmpty,
  readWeight,
} from "./read-cells.ts";

const emailOrEmptyPattern = new RegExp(`^(${emailPattern})?$`);

const readEmail: ReadCell<string> = (cell, reportError) => {
  const email = cell.trim();
  if (email.length <= 255 && emailOrEmptyPattern.test(email)) return email;
  reportError(fieldProblem("invalid_format", { format: "email" }));
  return undefined;
};

/** Read the code of a country. */
export const readCountry: ReadCell<string> = (cell, reportError) => {
  const code = cell.trim().toUpperCase();
  const country = normalizeCountryCode(code);
  if (country !== null) return country;
  reportError(fieldProblem("invalid_format", { format: "country_code" }));
  return undefined;
};

/** Read a date as text. An empty cell means null. */
const readDateText: ReadCell<string | null> = (cell) => (cell.trim() === "" ? null : cell.trim());

const readGender: ReadCell<"male" | "female" | "other" | null> = (cell, reportError) =>
  cell.trim() === "" ? null : createWordReader(["male", "female", "other"])(cell, reportError);

/** The kinds of cells that contain an amount in the store's currency. */
type MoneyKind = "money" | "money_or_none";

const cellReaders: {
  readonly [Kind in Exclude<keyof CsvKinds, MoneyKind>]: ReadCell<CsvKinds[Kind]>;
} = {
  text: readText,
  text_unless_empty: readTextUnlessEmpty,
  long_text: readHtml,
  tags: readTags,
  boolean: readBoolean,
  code: readCode,
  email: readEmail,
  country: readCountry,
  date: readDateText,
  gender: readGender,
  weight: readWeight,
  weight_unit: createWordReader(["g", "kg", "oz", "lb"]),
  inventory_policy: createWordReader(["deny", "continue"]),
};

/** The currency of a file's amounts, with its number of decimal places. */
export interface Currency {
  code: string;
  exponent: number;
}

type Readers<Name extends string> = Record<Name, ReadCell<CsvKinds[keyof CsvKinds]>>;

/** Create the functions that read the cells of columns, by column name. Columns with amounts require the store's currency. */
export function createReaders<Name extends string>(
  kinds: Readonly<Record<Name, keyof typeof cellReaders>>,
): Readers<Name>;
export function createReaders<Name extends string>(
  kinds: Readonly<Record<Name, keyof CsvKinds>>,
  currency: Currency,
): Readers<Name>;
export function createReaders<Name extends string>(
  kinds: Readonly<Record<Name, keyof CsvKinds>>,
  currency?: Currency,
): Readers<Name> {
  const moneyReaders = currency && {
    money: createMoneyReader(currency),
    money_or_none: createOptionalMoneyReader(currency),
  };
  const readersByKind: Partial<Readers<keyof CsvKinds>> = { ...cellReaders, ...moneyReaders };
  const readers = Object.entries<keyof CsvKinds>(kinds).map(([name, kind]) => [name, readersByKind[kind]]);
  return Object.fromEntries(readers) as Readers<Name>;
}
