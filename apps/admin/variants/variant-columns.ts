import type { SheetColumn } from "@souk/ui";
import { texts } from "../texts.ts";
import { type VariantField, type VariantFields, variantCells } from "./variant-cells.ts";

/** Create the sheet column of a field. A column of amounts needs the currency to validate them. */
function createColumn(name: VariantField, currency: string): SheetColumn<VariantFields> {
  const { initial: _initial, parse: _parse, format, createValidator, ...cell } = variantCells[name];
  const formatValue = format as (value: unknown) => string;
  return {
    id: name,
    header: texts.variants.columns[name],
    ...cell,
    read: (fields) => formatValue(fields[name]),
    ...(createValidator && { check: createValidator(currency) }),
  };
}

/** Build the columns of a sheet in which people edit these fields of variants. */
export function buildVariantColumns(
  names: readonly VariantField[],
  currency: string,
): SheetColumn<VariantFields>[] {
  return names.map((name) => createColumn(name, currency));
}
