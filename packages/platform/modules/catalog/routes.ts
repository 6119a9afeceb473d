import { operations } from "@souk/contract";
import type { FactRegistry } from "../../events/facts.ts";
import { type Route, read, write } from "../../routing/route.ts";
import { createSetPrimaryStock } from "../inventory/index.ts";
import { getProduct } from "./get-product.ts";
import { countProducts, listProducts } from "./list-products.ts";
import { countVariants, getVariant, listVariants } from "./list-variants.ts";
import type { ProductDocuments } from "./product-documents.ts";
import { updateVariants } from "./update-variants.ts";

/** The operations of products and variants. */
export function catalogRoutes(facts: FactRegistry, documents: ProductDocuments): Route[] {
  const updates = { facts, setPrimaryStock: createSetPrimaryStock(facts) };
  return [
    read(operations.listProducts, (database, call) => listProducts(documents, database, call)),
    read(operations.countProducts, countProducts),
    read(operations.getProduct, (_database, call) => getProduct(documents, call)),
    read(operations.listVariants, listVariants),
    read(operations.countVariants, countVariants),
    read(operations.getVariant, getVariant),
    write(operations.updateVariants, (tx, call) => updateVariants(updates, tx, call)),
  ];
}
