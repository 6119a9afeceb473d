import type { Transaction } from "@souk/database";
import { events } from "../../../infrastructure/events/publish.ts";
import type { Cause } from "../../../infrastructure/routing/actor.ts";
import type { Store } from "../../../infrastructure/routing/call.ts";
import { lockPrimaryStock, type PrimaryStock, setPrimaryStock } from "../../inventory/index.ts";
import { type InsertedProduct, insertProducts } from "./insert-products.ts";
import type { NewProduct } from "./new-product.ts";

/** Products to be created for one cause. */
export interface ProductCreation {
  store: Store;
  cause: Cause;
  /** Products checked by `readNewProduct`, with the currency's locked decimals. */
  products: readonly NewProduct[];
}

// WHK-6: opening stock is caused by the creation.
const why = { context: "product/create", reason: "product created", reference: null };

/**
 * Write products with their opening stock, which is published by level; the caller publishes the products.
 * @returns each written product, or null where the sent handle is not free
 */
export async function insertStocked(
  tx: Transaction,
  { store, cause, products }: ProductCreation,
): Promise<(InsertedProduct | null)[]> {
  const inserted = await insertProducts(tx, store.id, { products, key: cause.request_id });
  const stock = products.flatMap(({ variants }, index) =>
    variants.flatMap(({ quantity }, place): PrimaryStock[] => {
      const variant_id = inserted[index]?.variant_ids[place];
      return quantity === null || variant_id === undefined ? [] : [{ variant_id, quantity }];
    }),
  );
  if (stock.length > 0) {
    const ids = stock.map(({ variant_id }) => variant_id);
    const location_id = await lockPrimaryStock(tx, store, ids);
    await setPrimaryStock(tx, store, { location_id, stock, why: { cause, ...why } });
  }
  return inserted;
}

/**
 * Create many products at once, in a few round trips however many they are (PRD-2). `product/create` is published for
 * each, rendered when it is numbered.
 * @returns each written product, or null where the sent handle is not free
 */
export async function createProducts(
  tx: Transaction,
  creation: ProductCreation,
): Promise<(InsertedProduct | null)[]> {
  const { store, cause } = creation;
  const inserted = await insertStocked(tx, creation);
  const created = inserted.flatMap((product) => (product ? [{ id: product.id, snapshot: null }] : []));
  await events.publishMany(tx, { ...cause, store }, "product/create", created);
  return inserted;
}
