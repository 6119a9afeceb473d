import { fieldProblem } from "@souk/contract";
import type { CellReader } from "../../rows/cell-reader.ts";
import { type Complain, quoted } from "../../rows/row-error.ts";
import type { ColumnName } from "./read-product-heading.ts";

const numbers = [1, 2, 3] as const;
const longest = 255;

/** Read the names of a product's options, in their order. */
export function readOptionNames(readCell: CellReader<ColumnName>, complain: Complain): string[] {
  const names: string[] = [];
  for (const number of numbers) {
    const column = `option${number}_name` as const;
    const name = readCell(column)?.trim() ?? "";
    if (name === "") continue;
    if (names.length < number - 1) {
      const former = `option${names.length + 1}_name`;
      complain(column, fieldProblem("conflict", { with: former }, `{field} needs a value in ${former}.`));
    } else if (names.includes(name))
      complain(
        column,
        fieldProblem(
          "not_unique",
          { duplicate_of: `option${names.indexOf(name) + 1}_name` },
          "{field} is the name of another option of the product.",
        ),
      );
    else if (name.length > longest)
      complain(column, fieldProblem("too_long", { max: longest, unit: "characters" }));
    else names.push(name);
  }
  return names;
}

/** Read a variant's value of each option that its product has in the file. */
export function readOptionValues(
  readCell: CellReader<ColumnName>,
  names: readonly string[],
  complain: Complain,
): string[] {
  const values: string[] = [];
  for (const number of numbers) {
    const column = `option${number}_value` as const;
    const value = readCell(column)?.trim() ?? "";
    const name = names[number - 1];
    if (name === undefined && value === "") continue;
    if (name === undefined)
      complain(
        column,
        fieldProblem(
          "conflict",
          { with: `option${number}_name` },
          `{field} is ${quoted(value)}, but option${number}_name is empty.`,
        ),
      );
    else if (value === "")
      complain(
        column,
        fieldProblem("required", {}, `{field} is required: every variant needs a value of ${quoted(name)}.`),
      );
    else if (value.length > longest)
      complain(column, fieldProblem("too_long", { max: longest, unit: "characters" }));
    values.push(value);
  }
  return values;
}
