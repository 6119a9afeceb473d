import { operations } from "@souk/contract";
import { batchedRead, preparedWrite, type Route, read, write } from "../../infrastructure/routing/route.ts";
import type { CatalogDeps } from "./catalog-deps.ts";
import { getProduct } from "./get-product.ts";
import { countProducts, listProducts } from "./list-products.ts";
import { countVariants, getVariant, listVariants } from "./list-variants.ts";
import { addOptionValues } from "./options/add-option-values.ts";
import { removeOption } from "./options/remove-option.ts";
import { renameOptionType, renameOptionValue } from "./options/rename-options.ts";
import { replaceOptions } from "./options/replace-options.ts";
import { createProduct, type PrepareImages, prepareProductImages } from "./products/create-product.ts";
import { deleteProduct } from "./products/delete-product.ts";
import { updateProduct } from "./products/update-product.ts";
import { createVariant } from "./variants/create-variant.ts";
import { deleteVariant } from "./variants/delete-variant.ts";
import { updateVariant, updateVariants } from "./variants/update-variants.ts";

/** Create the routes of products, their options and variants. */
export function createProductRoutes(
  deps: Pick<CatalogDeps, "snapshots"> & { prepareImages: PrepareImages },
): Route[] {
  const { snapshots, prepareImages } = deps;
  return [
    read(operations.listProducts, (database, call) => listProducts(snapshots, database, call)),
    read(operations.countProducts, countProducts),
    batchedRead(operations.getProduct, (_database, call) => getProduct(snapshots, call)),
    preparedWrite(
      operations.createProduct,
      (database, call) => prepareProductImages(prepareImages, database, call),
      (tx, call, images) => createProduct(deps, tx, { call, images }),
    ),
    write(operations.updateProduct, (tx, call) => updateProduct(deps, tx, call)),
    write(operations.deleteProduct, deleteProduct),
    read(operations.listVariants, listVariants),
    read(operations.countVariants, countVariants),
    read(operations.getVariant, getVariant),
    write(operations.createVariant, createVariant),
    write(operations.updateVariants, updateVariants),
    write(operations.updateVariant, updateVariant),
    write(operations.deleteVariant, deleteVariant),
    write(operations.addOptionValues, (tx, call) => addOptionValues(deps, tx, call)),
    write(operations.replaceOptions, (tx, call) => replaceOptions(deps, tx, call)),
    write(operations.removeOption, removeOption),
    write(operations.renameOptionType, (tx, call) => renameOptionType(deps, tx, call)),
    write(operations.renameOptionValue, (tx, call) => renameOptionValue(deps, tx, call)),
  ];
}
