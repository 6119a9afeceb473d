import { type FieldError, type FieldProblem, fieldProblem, insertFieldName } from "@souk/contract";
import { toStorableText, truncate } from "../../../infrastructure/storable-text.ts";

/** The row that an error is of, and the record that the row is about. */
export interface RowPlace {
  row: number;
  handle: string | null;
  /** Whether the record is written despite it. */
  isNote?: boolean;
}

/** What is wrong with a cell: the path is its column's name, and empty when the error is of the whole row. */
export type RowError = FieldError & RowPlace;

/** Notes what is wrong in a cell of one row, or in the whole row. */
export type Complain = (column: string | null, problem: FieldProblem) => void;

/** Build the error of a cell, whose sentence names the column; without one it is the row's. */
export function createRowError(place: RowPlace, column: string | null, problem: FieldProblem): RowError {
  return {
    ...problem,
    ...place,
    path: column ?? "",
    message: insertFieldName(problem.message, column ?? "The row"),
  };
}

/** Quote a value for a sentence, shortened if it is long. */
export function quoted(value: string): string {
  const text = value.length > 60 ? `${truncate(value, 57)}…` : value;
  return `"${toStorableText(text).replaceAll(/\s+/g, " ")}"`;
}

/** Build the problem of a row with more cells than the file's first row has columns. */
export function createWidthProblem(cells: number, columns: number): FieldProblem {
  const sentence = `{field} has ${cells} cells, but the first row names ${columns} columns.`;
  return fieldProblem("too_many", { max: columns }, sentence);
}
