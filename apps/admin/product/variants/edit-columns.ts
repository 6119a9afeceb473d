import type { SheetColumn } from "@souk/ui";
import { texts } from "../../texts.ts";
import { type VariantField, type VariantFields, variantFieldNames } from "../../variants/variant-cells.ts";
import { buildVariantColumns } from "../../variants/variant-columns.ts";
import { formatImageName } from "../images/image-name.ts";
import type { Product, Variant } from "../product-queries.ts";

type Column = SheetColumn<Variant>;

const stockIndex = variantFieldNames.indexOf("inventory_quantity");
const fieldsBeforeStock = variantFieldNames.slice(0, stockIndex);
const fieldsAfterStock = variantFieldNames.slice(stockIndex + 1);

/**
 * Build the stock column. It is editable if the person may set stock and the store has one location; otherwise it shows the
 * total stock, because a cell can't contain the stock of several locations.
 */
function buildStockColumns(canEditStock: boolean, currency: string): Column[] {
  if (canEditStock) return buildVariantColumns(["inventory_quantity"], currency);
  return [
    {
      id: "stock",
      header: texts.productVariants.stock,
      kind: "readonly",
      read: ({ inventory_quantity }) => String(inventory_quantity),
    },
  ];
}

function buildImageColumns(images: Product["images"]): Column[] {
  if (images.length === 0) return [];
  const orderedImages = images.toSorted((a, b) => a.position - b.position || a.id - b.id);
  const choices = orderedImages.map(({ id, title }, index) => ({
    value: String(id),
    label: formatImageName(index + 1, title),
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
  canEditStock: boolean;
  images: Product["images"];
}

/** Build the columns of the sheet that edits a product's variants. */
export function buildEditColumns({ currency, canEditStock, images }: ColumnOptions): Column[] {
  const buildColumns = (names: readonly VariantField[]): SheetColumn<VariantFields>[] =>
    buildVariantColumns(names, currency);
  return [
    ...buildColumns(fieldsBeforeStock),
    ...buildStockColumns(canEditStock, currency),
    ...buildImageColumns(images),
    ...buildColumns(fieldsAfterStock),
  ];
}
