import { ApiError } from "@souk/client";
import type { CellText, SheetCells } from "@souk/ui";

/** What is sent of one variant's changed cells. */
export interface VariantBody {
  price?: string;
  compare_at_price?: string | null;
  cost_price?: string | null;
  sku?: string;
  barcode?: string;
  inventory_quantity?: number;
  inventory_policy?: "deny" | "continue";
  weight?: number;
  weight_unit?: "g" | "kg" | "oz" | "lb";
  is_enabled?: boolean;
  image_id?: number;
}

const units = ["g", "kg", "oz", "lb"] as const;

const readers: { [K in keyof VariantBody]-?: (text: string) => NonNullable<VariantBody[K]> | null } = {
  price: (text) => text,
  compare_at_price: (text) => (text === "" ? null : text),
  cost_price: (text) => (text === "" ? null : text),
  sku: (text) => text,
  barcode: (text) => text,
  inventory_quantity: Number,
  inventory_policy: (text) => (text === "continue" ? "continue" : "deny"),
  weight: Number,
  weight_unit: (text) => units.find((unit) => unit === text) ?? "g",
  is_enabled: (text) => text === "true",
  image_id: Number,
};

function isField(name: string): name is keyof VariantBody {
  return name in readers;
}

/** The changed cells of a variant as the API takes them; an amount that was emptied is taken away. */
export function variantBody(texts: ReadonlyMap<string, string>): VariantBody {
  const pairs = [...texts].flatMap(([name, text]) =>
    isField(name) ? [[name, readers[name](text.trim())] as const] : [],
  );
  return Object.fromEntries(pairs);
}

/** The body of PUT on the variants of a product, in the order in which refusals number them. */
export function variantBodies(changes: SheetCells, ids: readonly number[]): ({ id: number } & VariantBody)[] {
  return ids.flatMap((id) => {
    const texts = changes.get(id);
    return texts === undefined ? [] : [{ id, ...variantBody(texts) }];
  });
}

/**
 * Puts refused fields, named `variants.0.price`, at their cells.
 * @param rows the keys of the variants in the order in which they were sent
 * @returns null when something was refused that stands in no cell
 */
export function refusedCells<K extends string | number>(
  error: unknown,
  rows: readonly K[],
  columns: readonly string[],
): CellText[] | null {
  if (!(error instanceof ApiError) || error.fields.length === 0) return null;
  const cells = error.fields.flatMap(({ path, message }): CellText[] => {
    const [, index = "", column = ""] = /^variants\.(\d+)\.(\w+)$/.exec(path) ?? [];
    const row = index === "" ? undefined : rows[Number(index)];
    return row === undefined || !columns.includes(column) ? [] : [{ row, column, text: message }];
  });
  return cells.length === error.fields.length ? cells : null;
}
