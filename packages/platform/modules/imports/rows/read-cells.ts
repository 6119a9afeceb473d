import { type FieldProblem, fieldProblem, parseMoney } from "@souk/contract";
import { splitTags } from "../../exports/index.ts";
import { type Complain, quoted } from "./row-error.ts";

/** Reads a cell; undefined when it is empty and changes nothing, or when an error was reported. */
export type ReadCell<T> = (cell: string, complain: (problem: FieldProblem) => void) => T | undefined;

const kib = 1024;
const longestHtml = 256 * kib;
const maxTags = 250;
const maxWeight = 1_000_000;
const maxStock = 2_000_000_000;

/** Reads a text of at most 255 characters; an empty cell is an empty text. */
export const readText: ReadCell<string> = (cell, complain) => {
  if (cell.length <= 255) return cell;
  complain(fieldProblem("too_long", { max: 255, unit: "characters" }));
  return undefined;
};

/** Reads a text of at most 255 characters; an empty cell changes nothing. */
export const readTextUnlessEmpty: ReadCell<string> = (cell, complain) =>
  cell.trim() === "" ? undefined : readText(cell, complain);

/** Reads a number as an identifier: a spreadsheet shows long ones as 9.55E+12, and then saves that. */
export const readCode: ReadCell<string> = (cell, complain) => {
  if (!/^\d(?:[.,]\d+)?E\+\d+$/i.test(cell.trim())) return readText(cell, complain);
  const sentence = `{field} is ${quoted(cell)}, a number that the spreadsheet has shortened. Give the column the format Text.`;
  complain(fieldProblem("invalid_format", { format: "text" }, sentence));
  return undefined;
};

export const readHtml: ReadCell<string> = (cell, complain) => {
  const bytes = Buffer.byteLength(cell);
  if (bytes <= longestHtml) return cell;
  complain(
    fieldProblem("too_long", { max: longestHtml, unit: "bytes" }, "{field} must have at most 256 KiB."),
  );
  return undefined;
};

export const readTags: ReadCell<string[]> = (cell, complain) => {
  const tags = splitTags(cell);
  const long = tags.find((tag) => tag.length > 255);
  const sentence = `{field} has the tag ${quoted(long ?? "")}. A tag must have at most 255 characters.`;
  if (long !== undefined) complain(fieldProblem("too_long", { max: 255, unit: "characters" }, sentence));
  else if (tags.length > maxTags)
    complain(fieldProblem("too_many", { max: maxTags }, `{field} must have at most ${maxTags} tags.`));
  else return tags;
  return undefined;
};

const truths: ReadonlyMap<string, boolean> = new Map([
  ...["true", "yes", "1"].map((word) => [word, true] as const),
  ...["false", "no", "0"].map((word) => [word, false] as const),
]);

export const readBoolean: ReadCell<boolean> = (cell, complain) => {
  const word = cell.trim().toLowerCase();
  if (word === "") return undefined;
  const truth = truths.get(word);
  if (truth === undefined) complain(fieldProblem("invalid_format", { format: "boolean" }));
  return truth;
};

/** Create the reader of one of these words, in upper or lower case. */
export function readWord<const T extends string>(words: readonly T[]): ReadCell<T> {
  return (cell, complain) => {
    const word = cell.trim().toLowerCase();
    if (word === "") return undefined;
    const found = words.find((candidate) => candidate === word);
    if (found === undefined) complain(fieldProblem("not_allowed", { allowed: words }));
    return found;
  };
}

/** Create the reader of an amount in the store's currency; an empty cell changes nothing. */
export function readMoney({ code, exponent }: { code: string; exponent: number }): ReadCell<string> {
  return (cell, complain) => {
    const text = cell.trim();
    if (text === "") return undefined;
    const amount = parseMoney(text, exponent);
    if (amount !== null) return amount;
    const example = exponent === 0 ? "12" : `12.${"50".padEnd(exponent, "0").slice(0, exponent)}`;
    if (parseMoney(text, 20) !== null)
      complain(
        fieldProblem(
          "invalid_format",
          { format: "money" },
          `{field} has more decimals than ${code}, which has ${exponent}.`,
        ),
      );
    else
      complain(
        fieldProblem(
          "invalid_format",
          { format: "money" },
          `{field} is ${quoted(cell)}. It must be an amount of money, such as ${example}.`,
        ),
      );
    return undefined;
  };
}

/** Create the reader of an amount in the store's currency; an empty cell means none. */
export function readMoneyOrNone(currency: { code: string; exponent: number }): ReadCell<string | null> {
  const read = readMoney(currency);
  return (cell, complain) => (cell.trim() === "" ? null : read(cell, complain));
}

export const readWeight: ReadCell<number> = (cell, complain) => {
  const text = cell.trim();
  if (text === "") return undefined;
  const weight = /^\d{1,7}(?:\.\d{1,4})?$/.test(text) ? Number(text) : Number.NaN;
  if (weight <= maxWeight) return weight;
  const sentence = `{field} must be a weight from 0 to ${maxWeight} with at most four decimals, such as 1.5.`;
  complain(fieldProblem("out_of_range", { min: 0, max: maxWeight }, sentence));
  return undefined;
};

/** Reads the available stock; a value below 0 can only be kept, not set. */
export const readStock: ReadCell<number> = (cell, complain) => {
  const text = cell.trim();
  if (text === "") return undefined;
  const quantity = /^-?\d{1,10}$/.test(text) ? Number(text) : Number.NaN;
  if (Math.abs(quantity) <= maxStock) return quantity;
  const sentence = `{field} must be a whole number from 0 to ${maxStock}.`;
  complain(fieldProblem("out_of_range", { min: 0, max: maxStock }, sentence));
  return undefined;
};

/** Create a function that reports errors of a cell under its column's name. */
export function underColumn(complain: Complain, column: string): (problem: FieldProblem) => void {
  return (problem) => complain(column, problem);
}
