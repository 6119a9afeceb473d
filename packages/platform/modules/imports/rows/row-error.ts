import { type FieldError, type FieldProblem, fieldProblem, insertFieldName } from "@souk/contract";
import { toStorableText, truncate } from "../../../infrastructure/storable-text.ts";

/** The row that has an error, and the handle or other key of its record. */
export interface RowReference {
  row: number;
  handle: string | null;
  /** Whether this is only a warning, so that the record is still written. */
  isWarning?: boolean;
}

/** An error in a file. Its path is the name of the cell's column, or empty if the whole row is invalid. */
export type RowError = FieldError & RowReference;

/** Reports an error in one row. A column names the invalid cell; null means that the whole row is invalid. */
export type ReportError = (column: string | null, problem: FieldProblem) => void;

/** Build an error whose message names the column, or the row if the column is null. */
export function createRowError(
  reference: RowReference,
  column: string | null,
  problem: FieldProblem,
): RowError {
  return {
    ...problem,
    ...reference,
    path: column ?? "",
    message: insertFieldName(problem.message, column ?? "The row"),
  };
}

/** The maximum number of characters of a quoted value. */
const maxQuotedLength = 60;

/** Quote a value in an error message. A value of more than 60 characters is cut to 57, followed by an ellipsis. */
export function quote(value: string): string {
  const text = value.length > maxQuotedLength ? `${truncate(value, maxQuotedLength - 3)}…` : value;
  return `"${toStorableText(text).replaceAll(/\s+/g, " ")}"`;
}

/** Build the problem of a row with more cells than the file's first row has columns. */
export function createWidthProblem(cellCount: number, columnCount: number): FieldProblem {
  const message = `{field} has ${cellCount} cells, but the first row has ${columnCount} columns.`;
  return fieldProblem("too_many", { max: columnCount }, message);
}
