import { parseMoney } from "@souk/contract";
import { tagsOf } from "../../exports/index.ts";
import { type Complain, quoted } from "./row-error.ts";

/** Reads a cell; undefined when it is empty and leaves things as they are, or when it was complained of. */
export type ReadCell<T> = (cell: string, complain: (message: string) => void) => T | undefined;

const kib = 1024;
const longestHtml = 256 * kib;
const mostTags = 250;
const mostWeight = 1_000_000;
const mostStock = 2_000_000_000;

/** A text of at most 255 characters; an empty cell is an empty text. */
export const readText: ReadCell<string> = (cell, complain) => {
  if (cell.length <= 255) return cell;
  complain(`has ${cell.length} characters; 255 are the most.`);
  return undefined;
};

/** The same, where an empty cell leaves things as they are. */
export const readTextUnlessEmpty: ReadCell<string> = (cell, complain) =>
  cell.trim() === "" ? undefined : readText(cell, complain);

/** A number that stands for itself: a spreadsheet shows long ones as 9.55E+12, and then saves that. */
export const readCode: ReadCell<string> = (cell, complain) => {
  if (!/^\d(?:[.,]\d+)?E\+\d+$/i.test(cell.trim())) return readText(cell, complain);
  complain(
    `${quoted(cell)} is a number that the spreadsheet has shortened; give the column the format Text.`,
  );
  return undefined;
};

export const readHtml: ReadCell<string> = (cell, complain) => {
  const bytes = Buffer.byteLength(cell);
  if (bytes <= longestHtml) return cell;
  complain(`has ${Math.ceil(bytes / kib)} KiB; 256 are the most.`);
  return undefined;
};

export const readTags: ReadCell<string[]> = (cell, complain) => {
  const tags = tagsOf(cell);
  const long = tags.find((tag) => tag.length > 255);
  if (long !== undefined) complain(`The tag ${quoted(long)} has more than 255 characters.`);
  else if (tags.length > mostTags) complain(`has ${tags.length} tags; ${mostTags} are the most.`);
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
  if (truth === undefined) complain(`${quoted(cell)} is neither true nor false.`);
  return truth;
};

/** One of some words, in capitals or not. */
export function readWord<const T extends string>(words: readonly T[]): ReadCell<T> {
  return (cell, complain) => {
    const word = cell.trim().toLowerCase();
    if (word === "") return undefined;
    const found = words.find((each) => each === word);
    if (found === undefined) complain(`${quoted(cell)} is none of ${words.join(", ")}.`);
    return found;
  };
}

/** An amount of the store's currency; an empty cell leaves it as it is. */
export function readMoney({ code, exponent }: { code: string; exponent: number }): ReadCell<string> {
  return (cell, complain) => {
    const text = cell.trim();
    if (text === "") return undefined;
    const amount = parseMoney(text, exponent);
    if (amount !== null) return amount;
    const example = exponent === 0 ? "12" : `12.${"50".padEnd(exponent, "0").slice(0, exponent)}`;
    if (parseMoney(text, 20) !== null)
      complain(`${text} has more decimals than ${code}, which has ${exponent}.`);
    else complain(`${quoted(cell)} is no amount; write it as ${example}.`);
    return undefined;
  };
}

/** The same, where an empty cell is none. */
export function readMoneyOrNone(currency: { code: string; exponent: number }): ReadCell<string | null> {
  const read = readMoney(currency);
  return (cell, complain) => (cell.trim() === "" ? null : read(cell, complain));
}

export const readWeight: ReadCell<number> = (cell, complain) => {
  const text = cell.trim();
  if (text === "") return undefined;
  const weight = /^\d{1,7}(?:\.\d{1,4})?$/.test(text) ? Number(text) : Number.NaN;
  if (weight <= mostWeight) return weight;
  complain(`${quoted(cell)} is no weight; write a number such as 1.5, of at most four decimals.`);
  return undefined;
};

/** What is available; below 0 it may only stay. */
export const readStock: ReadCell<number> = (cell, complain) => {
  const text = cell.trim();
  if (text === "") return undefined;
  const quantity = /^-?\d{1,10}$/.test(text) ? Number(text) : Number.NaN;
  if (Math.abs(quantity) <= mostStock) return quantity;
  complain(`${quoted(cell)} is no quantity; write a whole number from 0 to ${mostStock}.`);
  return undefined;
};

/** Complains of a cell under its column's name. */
export function underColumn(complain: Complain, column: string): (message: string) => void {
  return (message) => complain(column, message);
}
