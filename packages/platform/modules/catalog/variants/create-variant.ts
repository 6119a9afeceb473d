import {
  type FieldError,
  maxVariants,
  type operations,
  throwApiError,
  throwFieldError,
} from "@souk/contract";
import { defineStatement, type Transaction } from "@souk/database";
import { recordText } from "../../../infrastructure/listing/list-text.ts";
import type { Cause } from "../../../infrastructure/routing/actor.ts";
import type { JsonText } from "../../../infrastructure/routing/answer.ts";
import type { Call, Store } from "../../../infrastructure/routing/call.ts";
import { lockPrimaryStock, setPrimaryStock } from "../../inventory/index.ts";
import { lockCurrencyExponent } from "../lock-currency-exponent.ts";
import { markProductsChanged } from "../mark-products.ts";
import { lockShape, type OptionShape, placeBehind, readShape } from "../options/option-shape.ts";
import { writeOptions } from "../options/write-options.ts";
import { variantTexts } from "../variant-store.ts";
import { assertImages } from "./assert-images.ts";
import { type Combination, findDuplicates, readCombination, withValues } from "./combination.ts";
import { type VariantFields, type VariantInput, variantColumnUses } from "./variant-columns.ts";
import { emptyVariant, readVariantFields } from "./variant-fields.ts";
import { lockVariantRows } from "./variant-rows.ts";

const { list } = variantColumnUses;

const insertStatement = defineStatement(
  "variant_insert",
  `
    insert into variants (store_id, product_id, option_ids, ${list()})
    select $1, $2, $3, ${list("w")}
    from jsonb_populate_recordset(null::variants, $4::jsonb) as w returning id`,
);

async function insertVariant(
  tx: Transaction,
  { store, product_id }: { store: Store; product_id: number },
  { option_ids, fields }: { option_ids: number[]; fields: VariantFields },
): Promise<number> {
  const values = [store.id, product_id, option_ids, JSON.stringify([fields])];
  return (await tx.maybeOne<{ id: number }>(insertStatement, values))?.id ?? 0;
}

/** Return the new variant's values, checked against those of the others. @throws ApiError invalid */
function assertCombination(shape: OptionShape, options: NonNullable<VariantInput["options"]>): Combination {
  const types = shape.types.map(({ name }) => name);
  if (types.length === 0)
    throwFieldError(
      "options",
      "not_allowed",
      {},
      "The product has no option types. Add one before adding a variant.",
    );
  if (shape.variants.length >= maxVariants)
    throwFieldError(
      "options",
      "too_many",
      { max: maxVariants },
      `A product can have at most ${maxVariants} variants.`,
    );
  const errors: FieldError[] = [];
  const values = readCombination(options, types, { path: "options", errors });
  if (values === null) return throwApiError("invalid", { fields: errors });
  const all = shape.variants.map((variant) => [variant.id, variant.values] as const);
  const [duplicate] = findDuplicates(types, [...all, [0, values] as const]).filter(([one]) => one === 0);
  if (duplicate)
    throwFieldError(
      "options",
      "not_unique",
      { resource: "variant" },
      `Variant ${duplicate[1]} of this product has the same options.`,
    );
  return values;
}

/** A variant to be created. */
export interface VariantCreation {
  store: Store;
  cause: Cause;
  product_id: number;
  input: VariantInput;
}

/**
 * Add a variant to a product, with its opening stock at the primary location (PRD-7), and publish it.
 * @returns its id
 * @throws ApiError not_found for the product; invalid naming each invalid field, also options that another variant
 *   has
 */
export async function addVariant(
  tx: Transaction,
  { store, cause, product_id, input: body }: VariantCreation,
): Promise<number> {
  const of = { store, product_id };
  await lockShape(tx, store, of.product_id);
  const exponent = await lockCurrencyExponent(tx, store);
  const shape = (await readShape(tx, store, of.product_id)) ?? throwApiError("not_found");
  const position = placeBehind(shape, 1);
  const errors: FieldError[] = [];
  const fields = readVariantFields(body, { ...emptyVariant, position }, { exponent, path: "", errors });
  if (errors.length > 0) throwApiError("invalid", { fields: errors });
  const values = assertCombination(shape, body.options ?? []);
  // Who deletes an image locks all variants first, and would not see this one.
  if (fields.image_id !== 0)
    await lockVariantRows(
      tx,
      store,
      shape.variants.map(({ id }) => id),
    );
  await assertImages(tx, store, [{ product_id: of.product_id, image_id: fields.image_id, path: "image_id" }]);
  const ids = await writeOptions(tx, of, { shape, target: withValues(shape, [values]) });
  const option_ids = shape.types.map(({ name }) => ids(name, values.get(name) ?? ""));
  const id = await insertVariant(tx, of, { option_ids, fields });
  const quantity = body.inventory_quantity;
  if (quantity !== undefined) {
    const why = { cause, context: "product/update", reason: "variant created", reference: null };
    const location_id = await lockPrimaryStock(tx, store, [id]);
    await setPrimaryStock(tx, store, { location_id, stock: [{ variant_id: id, quantity }], why });
  }
  await markProductsChanged(tx, { ...cause, store }, [product_id]);
  return id;
}

/** Add a variant as an app requests it. @throws ApiError as `addVariant` does */
export async function createVariant(
  tx: Transaction,
  call: Call<typeof operations.createVariant>,
): Promise<JsonText> {
  const { store, body, params } = call;
  const { product_id } = params;
  const id = await addVariant(tx, { store, cause: call, product_id, input: body });
  const [text] = await variantTexts(tx, store, { product_id, ids: [id] });
  return recordText("variant", text ?? throwApiError("not_found"));
}
