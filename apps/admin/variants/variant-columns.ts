import type { SheetColumn } from "@souk/ui";
import { texts } from "../texts.ts";
import { type VariantField, type VariantFields, variantCells } from "./variant-cells.ts";

function createColumn(name: VariantField, currency: string): SheetColumn<VariantFields> {
  const { initial: _initial, parse: _parse, show, check, ...cell } = variantCells[name];
  const showValue = show as (value: unknown) => string;
  return {
    id: name,
    header: texts.variants.columns[name],
    ...cell,
    read: (fields) => showValue(fields[name]),
    ...(check && { check: check(currency) }),
  };
}

/** Return the columns that edit a variant's fields. */
export function variantColumns(
  fields: readonly VariantField[],
  currency: string,
): SheetColumn<VariantFields>[] {
  return fields.map((name) => createColumn(name, currency));
}
