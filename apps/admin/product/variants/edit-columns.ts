import type { SheetColumn } from "@souk/ui";
import { type VariantField, type VariantFields, variantColumns } from "../../variants/variant-columns.ts";
import { strings as imageStrings } from "../images/strings.ts";
import type { Product, Variant } from "../product-queries.ts";
import { strings } from "./strings.ts";

type Column = SheetColumn<Variant>;

const before: readonly VariantField[] = ["price", "compare_at_price", "cost_price", "sku", "barcode"];
const after: readonly VariantField[] = ["inventory_policy", "weight", "weight_unit", "is_enabled"];

/** Stock of one location is changed in the sheet; of several it is shown, since the sheet could not say where. */
function stockColumn(hasOneLocation: boolean, currency: string): Column[] {
  if (hasOneLocation) return variantColumns(["inventory_quantity"], currency);
  return [
    {
      id: "stock",
      header: strings.stock,
      kind: "shown",
      read: ({ inventory_quantity }) => String(inventory_quantity),
    },
  ];
}

function pictureColumn(images: Product["images"]): Column[] {
  if (images.length === 0) return [];
  const inOrder = images.toSorted((a, b) => a.position - b.position || a.id - b.id);
  const choices = inOrder.map(({ id, title }, at) => ({
    value: String(id),
    label: imageStrings.name(at + 1, title),
  }));
  return [
    {
      id: "image_id",
      header: strings.picture,
      kind: "choice",
      read: ({ image_id }) => String(image_id),
      choices: [{ value: "0", label: strings.noPicture }, ...choices],
    },
  ];
}

interface ColumnsOf {
  currency: string;
  hasOneLocation: boolean;
  images: Product["images"];
}

/** The columns in which the variants of a product are edited. */
export function editColumns({ currency, hasOneLocation, images }: ColumnsOf): Column[] {
  const fields = (names: readonly VariantField[]): SheetColumn<VariantFields>[] =>
    variantColumns(names, currency);
  return [
    ...fields(before),
    ...stockColumn(hasOneLocation, currency),
    ...pictureColumn(images),
    ...fields(after),
  ];
}
