import type { CellOf } from "../../rows/cells-of.ts";
import { type Complain, quoted } from "../../rows/row-error.ts";
import type { ColumnName } from "./read-product-heading.ts";

const numbers = [1, 2, 3] as const;
const longest = 255;

/** The names of a product's options, in their order. */
export function readOptionNames(cellOf: CellOf<ColumnName>, complain: Complain): string[] {
  const names: string[] = [];
  for (const number of numbers) {
    const column = `option${number}_name` as const;
    const name = cellOf(column)?.trim() ?? "";
    if (name === "") continue;
    if (names.length < number - 1) complain(column, `stands without an option ${names.length + 1}.`);
    else if (names.includes(name)) complain(column, `${quoted(name)} is the name of another option already.`);
    else if (name.length > longest)
      complain(column, `has ${name.length} characters; ${longest} are the most.`);
    else names.push(name);
  }
  return names;
}

/** A variant's value of each option that its product has in the file. */
export function readOptionValues(
  cellOf: CellOf<ColumnName>,
  names: readonly string[],
  complain: Complain,
): string[] {
  const values: string[] = [];
  for (const number of numbers) {
    const column = `option${number}_value` as const;
    const value = cellOf(column)?.trim() ?? "";
    const name = names[number - 1];
    if (name === undefined && value === "") continue;
    if (name === undefined)
      complain(column, `${quoted(value)} belongs to no option: option${number}_name is empty.`);
    else if (value === "") complain(column, `is empty; each variant has a value of ${quoted(name)}.`);
    else if (value.length > longest)
      complain(column, `has ${value.length} characters; ${longest} are the most.`);
    values.push(value);
  }
  return values;
}
