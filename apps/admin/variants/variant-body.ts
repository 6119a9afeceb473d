import { ApiError } from "@souk/client";
import type { CellText, SheetCells } from "@souk/ui";
import { describeFieldError } from "@souk/ui/i18n";
import { type VariantFields, variantCells, variantFieldNames } from "./variant-cells.ts";

/** The request body for one variant's changed cells. */
export type VariantBody = Partial<VariantFields> & { image_id?: number };

/** Parse a cell's text as the API accepts it; undefined for a cell that is no field. */
function parseCell(name: string, text: string): unknown {
  if (name === "image_id") return Number(text);
  const field = variantFieldNames.find((known) => known === name);
  return field && variantCells[field].parse(text);
}

/** Return the changed cells of a variant as the API accepts them. */
export function variantBody(texts: ReadonlyMap<string, string>): VariantBody {
  const pairs = [...texts].map(([name, text]) => [name, parseCell(name, text.trim())] as const);
  return Object.fromEntries(pairs.filter(([, value]) => value !== undefined)) as VariantBody;
}

/** Return the body of PUT on a product's variants, in the order in which errors number them. */
export function variantBodies(changes: SheetCells, ids: readonly number[]): ({ id: number } & VariantBody)[] {
  return ids.flatMap((id) => {
    const texts = changes.get(id);
    return texts === undefined ? [] : [{ id, ...variantBody(texts) }];
  });
}

/**
 * Map rejected fields, named `variants.0.price`, to their cells.
 * @param rows the keys of the variants in the order in which they were sent
 * @returns null when a rejected field is in no cell
 */
export function placeCellErrors<K extends string | number>(
  error: unknown,
  rows: readonly K[],
  columns: readonly string[],
): CellText[] | null {
  if (!(error instanceof ApiError) || error.fields.length === 0) return null;
  const cells = error.fields.flatMap((wrong): CellText[] => {
    const [, index = "", column = ""] = /^variants\.(\d+)\.(\w+)$/.exec(wrong.path) ?? [];
    const row = index === "" ? undefined : rows[Number(index)];
    return row === undefined || !columns.includes(column)
      ? []
      : [{ row, column, text: describeFieldError(wrong) }];
  });
  return cells.length === error.fields.length ? cells : null;
}
