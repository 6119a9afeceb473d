import { ApiError } from "@souk/client";
import type { CellText, SheetCells } from "@souk/ui";
import { describeFieldError } from "@souk/ui/i18n";
import { type VariantFields, variantCells, variantFieldNames } from "./variant-cells.ts";

/** The request body for one variant's changed cells. */
export type VariantBody = Partial<VariantFields> & { image_id?: number };

/** Convert a cell's text to the value that the API accepts; undefined if no field has this name. */
function parseCell(name: string, text: string): unknown {
  if (name === "image_id") return Number(text);
  const field = variantFieldNames.find((candidate) => candidate === name);
  return field && variantCells[field].parse(text);
}

/**
 * Build the request body of a variant from its changed cells.
 * @param cells the texts of the cells, by field name
 */
export function buildVariantBody(cells: ReadonlyMap<string, string>): VariantBody {
  const entries = [...cells].map(([name, text]) => [name, parseCell(name, text.trim())] as const);
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined)) as VariantBody;
}

/**
 * Build the request bodies of the variants with changed cells, for the operation that updates several variants.
 * @param ids the ids of all variants, in the order in which the bodies are returned and sent
 */
export function buildVariantBodies(
  changes: SheetCells,
  ids: readonly number[],
): ({ id: number } & VariantBody)[] {
  return ids.flatMap((id) => {
    const cells = changes.get(id);
    return cells === undefined ? [] : [{ id, ...buildVariantBody(cells) }];
  });
}

/**
 * Map the API's errors for variants, such as `variants.0.price`, to the cells of a sheet.
 * @param rows the row keys of the variants, in the order of the request
 * @returns null if one of the errors belongs to no cell, or if the error is not an API error with field errors
 */
export function mapErrorsToCells<K extends string | number>(
  error: unknown,
  rows: readonly K[],
  columns: readonly string[],
): CellText[] | null {
  if (!(error instanceof ApiError) || error.fields.length === 0) return null;
  const cells = error.fields.flatMap((fieldError): CellText[] => {
    const [, index = "", column = ""] = /^variants\.(\d+)\.(\w+)$/.exec(fieldError.path) ?? [];
    const row = index === "" ? undefined : rows[Number(index)];
    return row === undefined || !columns.includes(column)
      ? []
      : [{ row, column, text: describeFieldError(fieldError) }];
  });
  return cells.length === error.fields.length ? cells : null;
}
