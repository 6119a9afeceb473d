import { getCurrencyExponent, type operations, throwApiError, throwFieldError } from "@souk/contract";
import type { Database, Transaction } from "@souk/database";
import { events } from "../../../infrastructure/events/publish.ts";
import { recordText } from "../../../infrastructure/listing/list-text.ts";
import type { JsonText } from "../../../infrastructure/routing/answer.ts";
import type { Call, Store } from "../../../infrastructure/routing/call.ts";
import { keepFiles } from "../../../infrastructure/storage/index.ts";
import type { CatalogDeps } from "../catalog-deps.ts";
import type { NewImage } from "../images/image-store.ts";
import { lockCurrencyExponent } from "../lock-currency-exponent.ts";
import { insertStocked } from "./create-products.ts";
import { readNewProduct } from "./read-new-product.ts";

/** Fetches images by their addresses and writes them to storage, all of them or none. */
export type TakeImages = (
  database: Database,
  request: { store: Store; urls: readonly string[] },
) => Promise<NewImage[]>;

type CreateCall = Call<typeof operations.createProduct>;

/** Fetch the images of a product to be created. Images that are sure to be rejected are not fetched. */
export async function prepareProduct(
  takeImages: TakeImages,
  database: Database,
  { store, body }: CreateCall,
): Promise<NewImage[]> {
  const { images: urls = [] } = body;
  if (urls.length === 0) return [];
  const writing = { exponent: getCurrencyExponent(store.currency_code), zone: store.timezone };
  const read = readNewProduct(body, writing);
  if (!read.ok) throwApiError("invalid", { fields: read.fields });
  return takeImages(database, { store, urls });
}

/**
 * Create a product with its options, variants, opening stock and prepared images (PRD-2, PRD-3).
 * @throws ApiError invalid naming each invalid field, also a handle that is not free
 */
export async function createProduct(
  deps: Pick<CatalogDeps, "documents">,
  tx: Transaction,
  { call, images }: { call: CreateCall; images: NewImage[] },
): Promise<JsonText> {
  const { store, body } = call;
  const exponent = await lockCurrencyExponent(tx, store);
  const read = readNewProduct(body, { exponent, zone: store.timezone });
  if (!read.ok) throwApiError("invalid", { fields: read.fields });
  const paths = images.map(({ path }) => path);
  if (paths.length > 0 && !(await keepFiles(tx, store.id, paths)))
    throwApiError("unavailable", { retry_after_s: 1 });
  const creation = { store, cause: call, products: [{ ...read.product, images }] };
  const [made] = await insertStocked(tx, creation);
  if (!made) return throwFieldError("handle", "not_unique", { resource: "product" });
  const text = (await deps.documents.many(tx, store, [made.id])).get(made.id);
  if (text === undefined) throw new Error(`Product ${made.id} was made and cannot be read.`);
  await events.publish(tx, call, "product/create", { id: made.id, snapshot: text });
  return recordText("product", text);
}
