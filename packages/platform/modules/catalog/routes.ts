import { operations } from "@souk/contract";
import type { FactRegistry } from "../../events/facts.ts";
import { preparedWrite, type Route, read, write } from "../../routing/route.ts";
import { createSetPrimaryStock } from "../inventory/index.ts";
import { getProduct } from "./get-product.ts";
import { countProducts, listProducts } from "./list-products.ts";
import { countVariants, getVariant, listVariants } from "./list-variants.ts";
import { addOptionValues } from "./options/add-option-values.ts";
import { removeOption } from "./options/remove-option.ts";
import { renameOptionType, renameOptionValue } from "./options/rename-options.ts";
import { replaceOptions } from "./options/replace-options.ts";
import type { ProductDocuments } from "./product-documents.ts";
import { createProduct, prepareProduct, type TakePictures } from "./products/create-product.ts";
import { deleteProduct } from "./products/delete-product.ts";
import { updateProduct } from "./products/update-product.ts";
import { createVariant } from "./variants/create-variant.ts";
import { deleteVariant } from "./variants/delete-variant.ts";
import { updateVariant, updateVariants } from "./variants/update-variants.ts";

/** The operations of products, their options and variants. */
export function catalogRoutes(
  facts: FactRegistry,
  documents: ProductDocuments,
  takePictures: TakePictures,
): Route[] {
  const kit = { facts, documents, setPrimaryStock: createSetPrimaryStock(facts) };
  return [
    read(operations.listProducts, (database, call) => listProducts(documents, database, call)),
    read(operations.countProducts, countProducts),
    read(operations.getProduct, (_database, call) => getProduct(documents, call)),
    preparedWrite(
      operations.createProduct,
      (database, call) => prepareProduct(takePictures, database, call),
      (tx, call, images) => createProduct(kit, tx, { call, images }),
    ),
    write(operations.updateProduct, (tx, call) => updateProduct(kit, tx, call)),
    write(operations.deleteProduct, (tx, call) => deleteProduct(facts, tx, call)),
    read(operations.listVariants, listVariants),
    read(operations.countVariants, countVariants),
    read(operations.getVariant, getVariant),
    write(operations.createVariant, (tx, call) => createVariant(kit, tx, call)),
    write(operations.updateVariants, (tx, call) => updateVariants(kit, tx, call)),
    write(operations.updateVariant, (tx, call) => updateVariant(kit, tx, call)),
    write(operations.deleteVariant, (tx, call) => deleteVariant(facts, tx, call)),
    write(operations.addOptionValues, (tx, call) => addOptionValues(kit, tx, call)),
    write(operations.replaceOptions, (tx, call) => replaceOptions(kit, tx, call)),
    write(operations.removeOption, (tx, call) => removeOption(kit, tx, call)),
    write(operations.renameOptionType, (tx, call) => renameOptionType(kit, tx, call)),
    write(operations.renameOptionValue, (tx, call) => renameOptionValue(kit, tx, call)),
  ];
}
