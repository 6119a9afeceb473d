import type { Queryable } from "@souk/database";
import type { Store } from "../../../../infrastructure/routing/call.ts";
import { loadProductIdsByHandle, type ProductSnapshots } from "../../../catalog/index.ts";
import { loadAvailableStock } from "../../../inventory/index.ts";
import type { PlannedRecord } from "../../import-sheet.ts";
import type { Currency } from "../../rows/create-readers.ts";
import type { RowGroup } from "../../rows/row-groups.ts";
import { readProduct } from "../rows/read-product.ts";
import type { ProductHeading } from "../rows/read-product-heading.ts";
import { loadImportedImageUrls } from "./imported-images.ts";
import { planProduct } from "./plan-product.ts";
import type { CurrentProduct, Product, ProductPlan } from "./product-plan.ts";

/** The context that is needed to plan the products of a file. */
export interface PlanContext {
  store: Store;
  heading: ProductHeading;
  currency: Currency;
  productSnapshots: ProductSnapshots;
}

/** Plan the changes for each product of a batch by comparing the rows with the store's current data. */
export async function planProducts(
  db: Queryable,
  context: PlanContext,
  groups: readonly RowGroup[],
): Promise<PlannedRecord<ProductPlan>[]> {
  const handles = groups.map(({ key }) => key).filter((handle) => handle !== "");
  const currentProducts = await loadCurrentProducts(db, context, handles);
  return groups.map((group) => {
    const { draft, errors } = readProduct(context.heading, group.rows, context.currency);
    if (errors.length > 0) return { group, plan: null, errors };
    const { plan, errors: planErrors } = planProduct(draft, currentProducts.get(group.key) ?? null);
    return { group, plan: planErrors.length > 0 ? null : plan, errors: planErrors };
  });
}

/** Load the current products with these handles, by handle. */
async function loadCurrentProducts(
  db: Queryable,
  { store, productSnapshots }: PlanContext,
  handles: readonly string[],
): Promise<ReadonlyMap<string, CurrentProduct>> {
  const idByHandle = await loadProductIdsByHandle(db, store.id, handles);
  if (idByHandle.size === 0) return new Map();
  const productIds = [...idByHandle.values()];
  const texts = await productSnapshots.loadMany(db, store, productIds);
  const products = [...texts.values()].map((text) => JSON.parse(text) as Product);
  const variantIds = products.flatMap(({ variants }) => variants.map(({ id }) => id));
  const quantityByLevel = new Map(
    (await loadAvailableStock(db, store.id, variantIds)).map((level) => [
      `${level.variant_id} ${level.location_id}`,
      level.inventory_quantity,
    ]),
  );
  const getStock = (variantId: number, locationId: number) =>
    quantityByLevel.get(`${variantId} ${locationId}`);
  const importedUrlsById = await loadImportedImageUrls(db, store.id, productIds);
  return new Map(
    products.map((product) => [
      product.handle,
      { product, getStock, importedUrls: importedUrlsById.get(product.id) ?? new Set<string>() },
    ]),
  );
}
