import type { Transaction } from "@souk/database";
import { events } from "../../../infrastructure/events/publish.ts";
import type { Cause } from "../../../infrastructure/routing/actor.ts";
import type { Store } from "../../../infrastructure/routing/call.ts";
import { lockPrimaryStock, type PrimaryStock, setPrimaryStock } from "../../inventory/index.ts";
import { type InsertedProduct, insertProducts } from "./insert-products.ts";
import type { NewProduct } from "./new-product.ts";

/** Products to create together, with the cause of their events. */
export interface ProductCreation {
  store: Store;
  cause: Cause;
  /** Products checked by `readNewProduct` with the decimal places of the locked currency. */
  products: readonly NewProduct[];
}

// WHK-6: the context of the stock events is the product's creation.
const changeReason = { context: "product/create", reason: "product created", reference: null };

/**
 * Insert products with their opening stock, and publish a stock event for each level. The caller publishes the events of the
 * products.
 * @returns each inserted product, or null if another product has the sent handle
 */
export async function insertProductsWithStock(
  tx: Transaction,
  { store, cause, products }: ProductCreation,
): Promise<(InsertedProduct | null)[]> {
  const insertedProducts = await insertProducts(tx, store.id, { products, key: cause.request_id });
  const stock = products.flatMap(({ variants }, index) =>
    variants.flatMap(({ quantity }, variantIndex): PrimaryStock[] => {
      const variant_id = insertedProducts[index]?.variant_ids[variantIndex];
      return quantity === null || variant_id === undefined ? [] : [{ variant_id, quantity }];
    }),
  );
  if (stock.length > 0) {
    const ids = stock.map(({ variant_id }) => variant_id);
    const location_id = await lockPrimaryStock(tx, store, ids);
    await setPrimaryStock(tx, store, { location_id, stock, cause, changeReason });
  }
  return insertedProducts;
}

/**
 * Create products in a constant number of statements, and publish `product/create` for each (PRD-2). The payloads are rendered
 * when the events are numbered.
 * @returns each created product, or null if another product has the sent handle
 */
export async function createProducts(
  tx: Transaction,
  creation: ProductCreation,
): Promise<(InsertedProduct | null)[]> {
  const { store, cause } = creation;
  const insertedProducts = await insertProductsWithStock(tx, creation);
  const createEvents = insertedProducts.flatMap((product) =>
    product ? [{ id: product.id, snapshot: null }] : [],
  );
  await events.publishMany(tx, { ...cause, store }, "product/create", createEvents);
  return insertedProducts;
}
