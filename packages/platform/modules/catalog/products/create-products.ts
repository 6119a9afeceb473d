import type { Transaction } from "@souk/database";
import type { Cause } from "../../../routing/actor.ts";
import type { Store } from "../../../routing/call.ts";
import { lockPrimaryStock, type PrimaryStock, type SetPrimaryStock } from "../../inventory/index.ts";
import { type InsertedProduct, insertProducts } from "./insert-products.ts";
import type { NewProduct } from "./new-product.ts";
import type { ProductKit } from "./product-kit.ts";

/** What making products needs of the rest of the house. */
export interface CreationKit extends ProductKit {
  setPrimaryStock: SetPrimaryStock;
}

/** Products to be made for one cause. */
export interface ProductCreation {
  store: Store;
  cause: Cause;
  /** Checked by `readNewProduct`, with the exponent of `heldExponent`. */
  products: readonly NewProduct[];
}

// WHK-6: opening stock is caused by the creation.
const why = { context: "product/create", reason: "product created", reference: null };

/**
 * Writes products with their opening stock, which is told by level; the products are told by the caller.
 * @returns for each what it became, or null where the handle that was sent is taken
 */
export async function insertStocked(
  setPrimaryStock: SetPrimaryStock,
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
 * Makes many products at once, in a few round trips however many they are (PRD-2). Each is told by product/create, rendered
 * when it is numbered.
 * @returns for each what it became, or null where the handle that was sent is taken
 */
export async function createProducts(
  { facts, setPrimaryStock }: CreationKit,
  tx: Transaction,
  creation: ProductCreation,
): Promise<(InsertedProduct | null)[]> {
  const { store, cause } = creation;
  const inserted = await insertStocked(setPrimaryStock, tx, creation);
  const created = inserted.flatMap((one) => (one ? [{ product_id: one.id, text: null }] : []));
  await facts.raiseEach(tx, store, cause, "product_created", created);
  return inserted;
}
