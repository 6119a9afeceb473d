import { emailPattern, fieldProblem, normalizeCountryCode } from "@souk/contract";
import type { CsvKinds } from "../../../infrastructure/record-columns.ts";
import {
  type ReadCell,
  readBoolean,
  readCode,
  readHtml,
  readMoney,
  readMoneyOrNone,
  readTags,
  readText,
  readTextUnlessEmpty,
  readWeight,
  readWord,
} from "./read-cells.ts";

const emailOrEmpty = new RegExp(`^(${emailPattern})?$`);

const readEmail: ReadCell<string> = (cell, complain) => {
  const email = cell.trim();
  if (email.length <= 255 && emailOrEmpty.test(email)) return email;
  complain(fieldProblem("invalid_format", { format: "email" }));
  return undefined;
};

export const readCountry: ReadCell<string> = (cell, complain) => {
  const code = cell.trim().toUpperCase();
  const country = normalizeCountryCode(code);
  if (country !== null) return country;
  complain(fieldProblem("invalid_format", { format: "country_code" }));
  return undefined;
};

/** Read a date as text; null for an empty cell. */
const readDateText: ReadCell<string | null> = (cell) => (cell.trim() === "" ? null : cell.trim());

const readGender: ReadCell<"male" | "female" | "other" | null> = (cell, complain) =>
  cell.trim() === "" ? null : readWord(["male", "female", "other"])(cell, complain);

/** Kinds of cells that hold an amount of the store's currency. */
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
  weight_unit: readWord(["g", "kg", "oz", "lb"]),
  inventory_policy: readWord(["deny", "continue"]),
};

/** The currency of a file's amounts, with its decimals. */
export interface Currency {
  code: string;
  exponent: number;
}

type Readers<Name extends string> = Record<Name, ReadCell<CsvKinds[keyof CsvKinds]>>;

/** Create the readers of a record's columns, each by its kind; those of amounts need the store's currency. */
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
    money: readMoney(currency),
    money_or_none: readMoneyOrNone(currency),
  };
  const all: Partial<Readers<keyof CsvKinds>> = { ...cellReaders, ...moneyReaders };
  const readers = Object.entries<keyof CsvKinds>(kinds).map(([name, kind]) => [name, all[kind]]);
  return Object.fromEntries(readers) as Readers<Name>;
}
