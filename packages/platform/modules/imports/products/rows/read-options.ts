import { fieldProblem } from "@souk/contract";
import type { CellReader } from "../../rows/cell-reader.ts";
import { quote, type ReportError } from "../../rows/row-error.ts";
import type { ColumnName } from "./read-product-heading.ts";

const optionNumbers = [1, 2, 3] as const;
/** The maximum number of characters of an option's name, and of a value. */
const maxLength = 255;

/** Read the names of a product's options. */
export function readOptionNames(readCell: CellReader<ColumnName>, reportError: ReportError): string[] {
  const names: string[] = [];
  for (const number of optionNumbers) {
    const column = `option${number}_name` as const;
    const name = readCell(column)?.trim() ?? "";
    if (name === "") continue;
    if (names.length < number - 1) {
      const missingColumn = `option${names.length + 1}_name`;
      reportError(
        column,
        fieldProblem("conflict", { with: missingColumn }, `{field} requires a value in ${missingColumn}.`),
      );
    } else if (names.includes(name))
      reportError(
        column,
        fieldProblem(
          "not_unique",
          { duplicate_of: `option${names.indexOf(name) + 1}_name` },
          "{field} is the name of another option of the product.",
        ),
      );
    else if (name.length > maxLength)
      reportError(column, fieldProblem("too_long", { max: maxLength, unit: "characters" }));
    else names.push(name);
  }
  return names;
}

/** Read a variant's value for each of its product's options. */
export function readOptionValues(
  readCell: CellReader<ColumnName>,
  names: readonly string[],
  reportError: ReportError,
): string[] {
  const values: string[] = [];
  for (const number of optionNumbers) {
    const column = `option${number}_value` as const;
    const value = readCell(column)?.trim() ?? "";
    const name = names[number - 1];
    if (name === undefined && value === "") continue;
    if (name === undefined)
      reportError(
        column,
        fieldProblem(
          "conflict",
          { with: `option${number}_name` },
          `{field} is ${quote(value)}, but option${number}_name is empty.`,
        ),
      );
    else if (value === "")
      reportError(
        column,
        fieldProblem(
          "required",
          {},
          `{field} is required, because every variant needs a value for ${quote(name)}.`,
        ),
      );
    else if (value.length > maxLength)
      reportError(column, fieldProblem("too_long", { max: maxLength, unit: "characters" }));
    values.push(value);
  }
  return values;
}
