import {
  type FieldError,
  maxVariants,
  type operations,
  throwApiError,
  throwFieldError,
} from "@souk/contract";
import { defineStatement, type Transaction } from "@souk/database";
import { wrapRecord } from "../../../infrastructure/listing/list-text.ts";
import type { Cause } from "../../../infrastructure/routing/actor.ts";
import type { Call, Store } from "../../../infrastructure/routing/call.ts";
import type { JsonText } from "../../../infrastructure/routing/response.ts";
import { lockPrimaryStock, setPrimaryStock } from "../../inventory/index.ts";
import { lockCurrencyExponent } from "../lock-currency-exponent.ts";
import { markProductsChanged } from "../mark-products.ts";
import {
  computeNextPosition,
  loadOptionShape,
  lockOptions,
  type OptionShape,
} from "../options/option-shape.ts";
import { writeOptions } from "../options/write-options.ts";
import { loadVariantTexts } from "../variant-store.ts";
import { assertCanSetStock } from "./assert-can-set-stock.ts";
import { assertImages } from "./assert-images.ts";
import { addNewValues, type Combination, findDuplicates, readCombination } from "./combination.ts";
import { type VariantFields, type VariantInput, variantColumnFunctions } from "./variant-columns.ts";
import { emptyVariant, readVariantFields } from "./variant-fields.ts";
import { lockVariantRows } from "./variant-rows.ts";

const { listColumns } = variantColumnFunctions;

const insertStatement = defineStatement(
  "variant_insert",
  `
    insert into variants (store_id, product_id, option_ids, ${listColumns()})
    select $1, $2, $3, ${listColumns("w")}
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

/** Read a new variant's options, and check that no other variant has them. @throws ApiError `invalid` */
function readNewCombination(shape: OptionShape, options: NonNullable<VariantInput["options"]>): Combination {
  const types = shape.types.map(({ name }) => name);
  if (types.length === 0)
    throwFieldError(
      "options",
      "not_allowed",
      {},
      "The product has no option types. Add an option type before adding a variant.",
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
  const existingCombinations = shape.variants.map((variant) => [variant.id, variant.values] as const);
  // The key 0 stands for the new variant, which has no id yet.
  const [duplicate] = findDuplicates(types, [...existingCombinations, [0, values] as const]).filter(
    ([key]) => key === 0,
  );
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
 * Add a variant to a product, with its opening stock at the primary location (PRD-7), and publish `product/update`.
 * @returns the variant's id
 * @throws ApiError `not_found` for the product; `invalid` for each invalid field, or if another variant has the same options
 */
export async function addVariant(
  tx: Transaction,
  { store, cause, product_id, input }: VariantCreation,
): Promise<number> {
  const product = { store, product_id };
  await lockOptions(tx, store, product_id);
  const exponent = await lockCurrencyExponent(tx, store);
  const shape = (await loadOptionShape(tx, store, product_id)) ?? throwApiError("not_found");
  const position = computeNextPosition(shape, 1);
  const errors: FieldError[] = [];
  const fields = readVariantFields(input, { ...emptyVariant, position }, { exponent, path: "", errors });
  if (errors.length > 0) throwApiError("invalid", { fields: errors });
  const values = readNewCombination(shape, input.options ?? []);
  // Deleting an image locks all existing variants of the product. Locking them here too prevents a concurrent deletion of the new
  // variant's image.
  if (fields.image_id !== 0)
    await lockVariantRows(
      tx,
      store,
      shape.variants.map(({ id }) => id),
    );
  await assertImages(tx, store, [{ product_id, image_id: fields.image_id, path: "image_id" }]);
  const getValueId = await writeOptions(tx, product, { shape, target: addNewValues(shape, [values]) });
  const option_ids = shape.types.map(({ name }) => getValueId(name, values.get(name) ?? ""));
  const id = await insertVariant(tx, product, { option_ids, fields });
  const quantity = input.inventory_quantity;
  if (quantity !== undefined) {
    const changeReason = { context: "product/update", reason: "variant created", reference: null };
    const location_id = await lockPrimaryStock(tx, store, [id]);
    await setPrimaryStock(tx, store, {
      location_id,
      stock: [{ variant_id: id, quantity }],
      cause,
      changeReason,
    });
  }
  await markProductsChanged(tx, { ...cause, store }, [product_id]);
  return id;
}

/** Create a variant of a product and return it. @throws ApiError `right_missing`, and the errors of `addVariant` */
export async function createVariant(
  tx: Transaction,
  call: Call<typeof operations.createVariant>,
): Promise<JsonText> {
  const { store, body, params } = call;
  const { product_id } = params;
  assertCanSetStock(call.actor, [body]);
  const id = await addVariant(tx, { store, cause: call, product_id, input: body });
  const [text] = await loadVariantTexts(tx, store, { product_id, ids: [id] });
  return wrapRecord("variant", text ?? throwApiError("not_found"));
}
