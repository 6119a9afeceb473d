import { cut, printable } from "../../../printable.ts";

/** What is wrong with a cell, or with a whole row. */
export interface RowError {
  row: number;
  /** The column's name; null for the row. */
  column: string | null;
  handle: string | null;
  message: string;
  /** The record is written all the same. */
  isNote?: boolean;
}

/** Notes what is wrong in a cell of one row. */
export type Complain = (column: string | null, message: string) => void;

/** A value in a sentence, shortened where it is long. */
export function quoted(value: string): string {
  const text = value.length > 60 ? `${cut(value, 57)}…` : value;
  return `"${printable(text).replaceAll(/\s+/g, " ")}"`;
}
