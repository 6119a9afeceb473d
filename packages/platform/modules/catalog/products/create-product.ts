import { currencyExponent, type operations, refuse, refuseField } from "@souk/contract";
import type { Database, Transaction } from "@souk/database";
import { recordText } from "../../../listing/list-text.ts";
import type { JsonText } from "../../../routing/answer.ts";
import type { Call, Store } from "../../../routing/call.ts";
import { keepFiles } from "../../../storage/index.ts";
import { heldExponent } from "../held-exponent.ts";
import type { NewImage } from "../images/image-store.ts";
import { type CreationKit, insertStocked } from "./create-products.ts";
import { readNewProduct } from "./read-new-product.ts";

/** Fetches pictures by their addresses and puts them into the storage, all of them or none. */
export type TakePictures = (
  database: Database,
  wanted: { store: Store; urls: readonly string[] },
) => Promise<NewImage[]>;

type CreateCall = Call<typeof operations.createProduct>;

/** Fetches the pictures of a product that is to be made. What is sure to be refused is not fetched. */
export async function prepareProduct(
  takePictures: TakePictures,
  database: Database,
  { store, body }: CreateCall,
): Promise<NewImage[]> {
  const { images: urls = [] } = body;
  if (urls.length === 0) return [];
  const writing = { exponent: currencyExponent(store.currency_code), zone: store.timezone };
  const read = readNewProduct(body, writing);
  if (!read.ok) refuse("invalid", { fields: read.fields });
  return takePictures(database, { store, urls });
}

/**
 * Makes a product with its options, variants, opening stock and prepared pictures (PRD-2, PRD-3).
 * @throws Refusal invalid naming what is wrong, a handle that is taken among it
 */
export async function createProduct(
  kit: CreationKit,
  tx: Transaction,
  { call, images }: { call: CreateCall; images: NewImage[] },
): Promise<JsonText> {
  const { store, body } = call;
  const exponent = await heldExponent(tx, store);
  const read = readNewProduct(body, { exponent, zone: store.timezone });
  if (!read.ok) refuse("invalid", { fields: read.fields });
  const paths = images.map(({ path }) => path);
  if (paths.length > 0 && !(await keepFiles(tx, store.id, paths)))
    refuse("unavailable", { retry_after_s: 1 });
  const creation = { store, cause: call, products: [{ ...read.product, images }] };
  const [made] = await insertStocked(kit.setPrimaryStock, tx, creation);
  if (!made) return refuseField("handle", `is taken: another product has the handle ${body.handle ?? ""}`);
  const text = (await kit.documents.many(tx, store, [made.id])).get(made.id);
  if (text === undefined) throw new Error(`Product ${made.id} was made and cannot be read.`);
  await kit.facts.raise(tx, store, call, "product_created", { product_id: made.id, text });
  return recordText("product", text);
}
