import type { SheetColumn } from "@souk/ui";
import { texts } from "../../texts.ts";
import { type VariantField, type VariantFields, variantFieldNames } from "../../variants/variant-cells.ts";
import { variantColumns } from "../../variants/variant-columns.ts";
import { imageName } from "../images/image-name.ts";
import type { Product, Variant } from "../product-queries.ts";

type Column = SheetColumn<Variant>;

const stockIndex = variantFieldNames.indexOf("inventory_quantity");
const before = variantFieldNames.slice(0, stockIndex);
const after = variantFieldNames.slice(stockIndex + 1);

/**
 * Return the stock column: editable for one location, a total for several, since a cell could not name the
 * location.
 */
function stockColumn(hasOneLocation: boolean, currency: string): Column[] {
  if (hasOneLocation) return variantColumns(["inventory_quantity"], currency);
  return [
    {
      id: "stock",
      header: texts.productVariants.stock,
      kind: "shown",
      read: ({ inventory_quantity }) => String(inventory_quantity),
    },
  ];
}

function imageColumns(images: Product["images"]): Column[] {
  if (images.length === 0) return [];
  const inOrder = images.toSorted((a, b) => a.position - b.position || a.id - b.id);
  const choices = inOrder.map(({ id, title }, index) => ({
    value: String(id),
    label: imageName(index + 1, title),
  }));
  return [
    {
      id: "image_id",
      header: texts.productVariants.image,
      kind: "choice",
      read: ({ image_id }) => String(image_id),
      choices: [{ value: "0", label: texts.productVariants.noImage }, ...choices],
    },
  ];
}

interface ColumnOptions {
  currency: string;
  hasOneLocation: boolean;
  images: Product["images"];
}

/** Return the columns that edit the variants of a product. */
export function editColumns({ currency, hasOneLocation, images }: ColumnOptions): Column[] {
  const fields = (names: readonly VariantField[]): SheetColumn<VariantFields>[] =>
    variantColumns(names, currency);
  return [
    ...fields(before),
    ...stockColumn(hasOneLocation, currency),
    ...imageColumns(images),
    ...fields(after),
  ];
}
