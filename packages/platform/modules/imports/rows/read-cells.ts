import { type FieldProblem, fieldProblem, parseMoney } from "@souk/contract";
import { splitTags } from "../../exports/index.ts";
import { quote, type ReportError } from "./row-error.ts";

/** Reads a cell. Returns undefined if the cell is empty and therefore changes nothing, or if an error was reported. */
export type ReadCell<T> = (cell: string, reportError: (problem: FieldProblem) => void) => T | undefined;

/** The maximum number of characters of a text, and of a tag. */
const maxTextLength = 255;
const kib = 1024;
/** The maximum number of bytes of HTML in a cell. */
const maxHtmlBytes = 256 * kib;
/** The maximum number of tags in a cell. */
const maxTags = 250;
/** The maximum weight, in any unit. */
const maxWeight = 1_000_000;
/** The maximum stock of a variant at a location. The minimum is the same number with a minus sign. */
const maxStock = 2_000_000_000;

/** Read a text of at most 255 characters. An empty cell means an empty text. */
export const readText: ReadCell<string> = (cell, reportError) => {
  if (cell.length <= maxTextLength) return cell;
  reportError(fieldProblem("too_long", { max: maxTextLength, unit: "characters" }));
  return undefined;
};

/** Read a text of at most 255 characters. An empty cell changes nothing. */
export const readTextUnlessEmpty: ReadCell<string> = (cell, reportError) =>
  cell.trim() === "" ? undefined : readText(cell, reportError);

/** Read an identifier. Report an error for a shortened number such as 9.55E+12, which spreadsheets save in place of long identifiers. */
export const readCode: ReadCell<string> = (cell, reportError) => {
  if (!/^\d(?:[.,]\d+)?E\+\d+$/i.test(cell.trim())) return readText(cell, reportError);
  const message = `{field} is ${quote(cell)}, a number that the spreadsheet has shortened. Set the format of the column to Text.`;
  reportError(fieldProblem("invalid_format", { format: "text" }, message));
  return undefined;
};

/** Read HTML of at most 256 KiB. An empty cell means an empty text. */
export const readHtml: ReadCell<string> = (cell, reportError) => {
  const bytes = Buffer.byteLength(cell);
  if (bytes <= maxHtmlBytes) return cell;
  reportError(
    fieldProblem("too_long", { max: maxHtmlBytes, unit: "bytes" }, "{field} must have at most 256 KiB."),
  );
  return undefined;
};

/** Read tags, which are separated by commas. */
export const readTags: ReadCell<string[]> = (cell, reportError) => {
  const tags = splitTags(cell);
  const longTag = tags.find((tag) => tag.length > maxTextLength);
  const message = `{field} has the tag ${quote(longTag ?? "")}. A tag must have at most ${maxTextLength} characters.`;
  if (longTag !== undefined)
    reportError(fieldProblem("too_long", { max: maxTextLength, unit: "characters" }, message));
  else if (tags.length > maxTags)
    reportError(fieldProblem("too_many", { max: maxTags }, `{field} must have at most ${maxTags} tags.`));
  else return tags;
  return undefined;
};

const booleanWords: ReadonlyMap<string, boolean> = new Map([
  ...["true", "yes", "1"].map((word) => [word, true] as const),
  ...["false", "no", "0"].map((word) => [word, false] as const),
]);

/** Read a boolean. The words true, yes and 1 mean true; false, no and 0 mean false. An empty cell changes nothing. */
export const readBoolean: ReadCell<boolean> = (cell, reportError) => {
  const word = cell.trim().toLowerCase();
  if (word === "") return undefined;
  const value = booleanWords.get(word);
  if (value === undefined) reportError(fieldProblem("invalid_format", { format: "boolean" }));
  return value;
};

/** Create the function that reads a cell with one of these words, in upper or lower case. An empty cell changes nothing. */
export function createWordReader<const T extends string>(words: readonly T[]): ReadCell<T> {
  return (cell, reportError) => {
    const word = cell.trim().toLowerCase();
    if (word === "") return undefined;
    const allowedWord = words.find((candidate) => candidate === word);
    if (allowedWord === undefined) reportError(fieldProblem("not_allowed", { allowed: words }));
    return allowedWord;
  };
}

/** Create the function that reads an amount in the store's currency. An empty cell changes nothing. */
export function createMoneyReader({ code, exponent }: { code: string; exponent: number }): ReadCell<string> {
  return (cell, reportError) => {
    const text = cell.trim();
    if (text === "") return undefined;
    const amount = parseMoney(text, exponent);
    if (amount !== null) return amount;
    const example = exponent === 0 ? "12" : `12.${"50".padEnd(exponent, "0").slice(0, exponent)}`;
    // If the text is an amount with up to 20 decimal places, the only mistake is the number of decimal places.
    if (parseMoney(text, 20) !== null)
      reportError(
        fieldProblem(
          "invalid_format",
          { format: "money" },
          `{field} has more decimal places than ${code}, which has ${exponent}.`,
        ),
      );
    else
      reportError(
        fieldProblem(
          "invalid_format",
          { format: "money" },
          `{field} is ${quote(cell)}. It must be an amount of money, such as ${example}.`,
        ),
      );
    return undefined;
  };
}

/** Create the function that reads an amount in the store's currency. An empty cell means null. */
export function createOptionalMoneyReader(currency: {
  code: string;
  exponent: number;
}): ReadCell<string | null> {
  const readMoney = createMoneyReader(currency);
  return (cell, reportError) => (cell.trim() === "" ? null : readMoney(cell, reportError));
}

/** Read a weight. An empty cell changes nothing. */
export const readWeight: ReadCell<number> = (cell, reportError) => {
  const text = cell.trim();
  if (text === "") return undefined;
  const weight = /^\d{1,7}(?:\.\d{1,4})?$/.test(text) ? Number(text) : Number.NaN;
  if (weight <= maxWeight) return weight;
  const message = `{field} must be a weight from 0 to ${maxWeight} with at most four decimal places, such as 1.5.`;
  reportError(fieldProblem("out_of_range", { min: 0, max: maxWeight }, message));
  return undefined;
};

/** Read the available stock. Accept a negative quantity, because the current stock of an exported variant may be below 0. */
export const readStock: ReadCell<number> = (cell, reportError) => {
  const text = cell.trim();
  if (text === "") return undefined;
  const quantity = /^-?\d{1,10}$/.test(text) ? Number(text) : Number.NaN;
  if (Math.abs(quantity) <= maxStock) return quantity;
  const message = `{field} must be a whole number from -${maxStock} to ${maxStock}.`;
  reportError(fieldProblem("out_of_range", { min: -maxStock, max: maxStock }, message));
  return undefined;
};

/** Create the function that reports errors of the cell in one column. */
export function createColumnReporter(
  reportError: ReportError,
  column: string,
): (problem: FieldProblem) => void {
  return (problem) => reportError(column, problem);
}
