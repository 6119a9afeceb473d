import type { Queryable } from "@souk/database";
import type { Store } from "../../../../routing/call.ts";
import { type ProductDocuments, productIdsByHandle } from "../../../catalog/index.ts";
import { availableStock } from "../../../inventory/index.ts";
import type { PlannedRecord } from "../../import-sheet.ts";
import type { RowGroup } from "../../rows/row-groups.ts";
import { type Currency, readProduct } from "../rows/read-product.ts";
import type { ProductHeading } from "../rows/read-product-heading.ts";
import { importedImageUrls } from "./imported-images.ts";
import { planProduct } from "./plan-product.ts";
import type { CurrentProduct, Product, ProductPlan } from "./product-plan.ts";

export interface PlanGround {
  store: Store;
  heading: ProductHeading;
  currency: Currency;
  documents: ProductDocuments;
}

/** Says what is to be done with each product of a portion, by what the store holds now. */
export async function planPortion(
  run: Queryable,
  ground: PlanGround,
  groups: readonly RowGroup[],
): Promise<PlannedRecord<ProductPlan>[]> {
  const handles = groups.map(({ key }) => key).filter((handle) => handle !== "");
  const current = await readCurrent(run, ground, handles);
  return groups.map((group) => {
    const { draft, errors } = readProduct(ground.heading, group.rows, ground.currency);
    if (errors.length > 0) return { group, plan: null, errors };
    const planned = planProduct(draft, current.get(group.key) ?? null);
    return { group, plan: planned.errors.length > 0 ? null : planned.plan, errors: planned.errors };
  });
}

/** The products of these handles as they are. */
async function readCurrent(
  run: Queryable,
  { store, documents }: PlanGround,
  handles: readonly string[],
): Promise<ReadonlyMap<string, CurrentProduct>> {
  const ids = await productIdsByHandle(run, store.id, handles);
  if (ids.size === 0) return new Map();
  const productIds = [...ids.values()];
  const texts = await documents.many(run, store, productIds);
  const products = [...texts.values()].map((text) => JSON.parse(text) as Product);
  const variantIds = products.flatMap(({ variants }) => variants.map(({ id }) => id));
  const stock = new Map(
    (await availableStock(run, store.id, variantIds)).map((level) => [
      `${level.variant_id} ${level.location_id}`,
      level.inventory_quantity,
    ]),
  );
  const stockOf = (variantId: number, locationId: number) => stock.get(`${variantId} ${locationId}`);
  const imported = await importedImageUrls(run, store.id, productIds);
  return new Map(
    products.map((product) => [
      product.handle,
      { product, stockOf, importedUrls: imported.get(product.id) ?? new Set<string>() },
    ]),
  );
}
