import { getCurrencyExponent, type operations, throwApiError, throwFieldError } from "@souk/contract";
import type { Database, Transaction } from "@souk/database";
import { events } from "../../../infrastructure/events/publish.ts";
import { wrapRecord } from "../../../infrastructure/listing/list-text.ts";
import { assertWithinQuota } from "../../../infrastructure/quotas/index.ts";
import type { Call, Store } from "../../../infrastructure/routing/call.ts";
import type { JsonText } from "../../../infrastructure/routing/response.ts";
import { keepFiles } from "../../../infrastructure/storage/index.ts";
import type { CatalogDeps } from "../catalog-deps.ts";
import type { NewImage } from "../images/image-columns.ts";
import { lockCurrencyExponent } from "../lock-currency-exponent.ts";
import { assertCanSetStock } from "../variants/assert-can-set-stock.ts";
import { insertProductsWithStock } from "./create-products.ts";
import { readNewProduct } from "./read-new-product.ts";

/** Fetches images by URL and writes them to storage, all of them or none. */
export type PrepareImages = (
  database: Database,
  request: { store: Store; urls: readonly string[] },
) => Promise<NewImage[]>;

type CreateCall = Call<typeof operations.createProduct>;

/** Fetch the images of a product to be created. Nothing is fetched if another field is invalid. @throws ApiError `invalid` */
export async function prepareProductImages(
  prepareImages: PrepareImages,
  database: Database,
  { store, body }: CreateCall,
): Promise<NewImage[]> {
  const urls = body.images ?? [];
  if (urls.length === 0) return [];
  const formats = { exponent: getCurrencyExponent(store.currency_code), zone: store.timezone };
  const newProduct = readNewProduct(body, formats);
  if (!newProduct.ok) throwApiError("invalid", { fields: newProduct.fields });
  return prepareImages(database, { store, urls });
}

/**
 * Create a product with its options, variants, opening stock and prepared images, and publish `product/create` (PRD-2, PRD-3).
 * @throws ApiError `right_missing` if a person who may not set stock sends stock; `invalid` for each invalid field, or for `handle` if
 *   another product has it; `unavailable` if the images were prepared an hour ago or more
 */
export async function createProduct(
  deps: Pick<CatalogDeps, "snapshots">,
  tx: Transaction,
  { call, images }: { call: CreateCall; images: NewImage[] },
): Promise<JsonText> {
  const { store, body } = call;
  assertCanSetStock(call.actor, body.variants ?? []);
  const exponent = await lockCurrencyExponent(tx, store);
  const newProduct = readNewProduct(body, { exponent, zone: store.timezone });
  if (!newProduct.ok) throwApiError("invalid", { fields: newProduct.fields });
  const paths = images.map(({ path }) => path);
  if (paths.length > 0 && !(await keepFiles(tx, store.id, paths)))
    throwApiError("unavailable", { retry_after_s: 1 });
  const creation = { store, cause: call, products: [{ ...newProduct.product, images }] };
  const [createdProduct] = await insertProductsWithStock(tx, creation);
  if (!createdProduct) return throwFieldError("handle", "not_unique", { resource: "product" });
  if (paths.length > 0) await assertWithinQuota(tx, store.id, "file_bytes");
  const { id } = createdProduct;
  const text = (await deps.snapshots.loadMany(tx, store, [id])).get(id);
  if (text === undefined) throw new Error(`Product ${id} was created but cannot be read.`);
  await events.publish(tx, call, "product/create", { id, snapshot: text });
  return wrapRecord("product", text);
}
