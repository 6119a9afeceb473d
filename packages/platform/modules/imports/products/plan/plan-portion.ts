import type { Queryable } from "@souk/database";
import type { Store } from "../../../../infrastructure/routing/call.ts";
import { type ProductDocuments, productIdsByHandle } from "../../../catalog/index.ts";
import { availableStock } from "../../../inventory/index.ts";
import type { PlannedRecord } from "../../import-sheet.ts";
import type { Currency } from "../../rows/create-readers.ts";
import type { RowGroup } from "../../rows/row-groups.ts";
import { readProduct } from "../rows/read-product.ts";
import type { ProductHeading } from "../rows/read-product-heading.ts";
import { importedImageUrls } from "./imported-images.ts";
import { planProduct } from "./plan-product.ts";
import type { CurrentProduct, Product, ProductPlan } from "./product-plan.ts";

export interface PlanContext {
  store: Store;
  heading: ProductHeading;
  currency: Currency;
  documents: ProductDocuments;
}

/** Plan the changes for each product of a portion, by the store's current data. */
export async function planPortion(
  db: Queryable,
  context: PlanContext,
  groups: readonly RowGroup[],
): Promise<PlannedRecord<ProductPlan>[]> {
  const handles = groups.map(({ key }) => key).filter((handle) => handle !== "");
  const current = await readCurrent(db, context, handles);
  return groups.map((group) => {
    const { draft, errors } = readProduct(context.heading, group.rows, context.currency);
    if (errors.length > 0) return { group, plan: null, errors };
    const planned = planProduct(draft, current.get(group.key) ?? null);
    return { group, plan: planned.errors.length > 0 ? null : planned.plan, errors: planned.errors };
  });
}

/** Load the current products with these handles. */
async function readCurrent(
  db: Queryable,
  { store, documents }: PlanContext,
  handles: readonly string[],
): Promise<ReadonlyMap<string, CurrentProduct>> {
  const ids = await productIdsByHandle(db, store.id, handles);
  if (ids.size === 0) return new Map();
  const productIds = [...ids.values()];
  const texts = await documents.many(db, store, productIds);
  const products = [...texts.values()].map((text) => JSON.parse(text) as Product);
  const variantIds = products.flatMap(({ variants }) => variants.map(({ id }) => id));
  const stock = new Map(
    (await availableStock(db, store.id, variantIds)).map((level) => [
      `${level.variant_id} ${level.location_id}`,
      level.inventory_quantity,
    ]),
  );
  const getStock = (variantId: number, locationId: number) => stock.get(`${variantId} ${locationId}`);
  const imported = await importedImageUrls(db, store.id, productIds);
  return new Map(
    products.map((product) => [
      product.handle,
      { product, getStock, importedUrls: imported.get(product.id) ?? new Set<string>() },
    ]),
  );
}
