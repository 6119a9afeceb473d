import { type operations, throwApiError, throwFieldError } from "@souk/contract";
import { defineStatement, monotonicUpdatedAt, type Transaction } from "@souk/database";
import type { Call, Store } from "../../../infrastructure/routing/call.ts";
import type { JsonText } from "../../../infrastructure/routing/response.ts";
import type { CatalogDeps } from "../catalog-deps.ts";
import { markProductsChanged } from "../mark-products.ts";
import { loadProductResponse } from "../products/product-text.ts";
import { assertOptionValue, getOptionTypeByName, readName, toTargetTypes } from "./option-names.ts";
import { loadOptionShape, lockOptions, type OptionShape } from "./option-shape.ts";

const touchVariantsStatement = defineStatement(
  "variants_renamed",
  `
    with locked as materialized (
      select id from variants where store_id = $1 and product_id = $2 and option_ids && $3::bigint[]
      order by id for no key update)
    update variants v set updated_at = ${monotonicUpdatedAt("v.updated_at")}
    from locked where v.store_id = $1 and v.id = locked.id`,
);

const renameTypeStatement = defineStatement(
  "option_type_rename",
  "update variant_types set name = $4 where store_id = $1 and product_id = $2 and id = $3",
);

const renameValueStatement = defineStatement(
  "option_value_rename",
  "update variant_options set name = $4 where store_id = $1 and product_id = $2 and id = $3",
);

async function lockAndLoadShape(tx: Transaction, store: Store, productId: number): Promise<OptionShape> {
  await lockOptions(tx, store, productId);
  return (await loadOptionShape(tx, store, productId)) ?? throwApiError("not_found");
}

/** Set `updated_at` of all variants that have one of these values, because their JSON contains the names of the value and its type. */
async function touchVariants(tx: Transaction, storeId: number, productId: number, valueIds: number[]) {
  await tx.query(touchVariantsStatement, [storeId, productId, valueIds]);
}

/** Return an option type by its name. The caller has checked that the product has it. */
function getType(shape: OptionShape, name: string) {
  return shape.types.find((type) => type.name === name) ?? { id: 0, name, values: [] };
}

/**
 * Rename an option type. If the name is unchanged, change and publish nothing.
 * @throws ApiError `not_found` for the product; `invalid` if it does not have the type, or if another type has the new name
 */
export async function renameOptionType(
  deps: Pick<CatalogDeps, "snapshots">,
  tx: Transaction,
  call: Call<typeof operations.renameOptionType>,
): Promise<JsonText> {
  const { store, body, params } = call;
  const { product_id } = params;
  const shape = await lockAndLoadShape(tx, store, product_id);
  const name = readName(body.new_option_type, "new_option_type");
  const oldName = getOptionTypeByName(
    toTargetTypes(shape),
    body.old_option_type.trim(),
    "old_option_type",
  ).name;
  if (name !== oldName) {
    if (shape.types.some((type) => type.name === name))
      throwFieldError("new_option_type", "not_unique", { resource: "option_type" });
    const { id, values } = getType(shape, oldName);
    const valueIds = values.map((value) => value.id);
    await touchVariants(tx, store.id, product_id, valueIds);
    await tx.query(renameTypeStatement, [store.id, product_id, id, name]);
    await markProductsChanged(tx, call, [product_id]);
  }
  return loadProductResponse(deps, tx, { store, id: product_id });
}

/**
 * Rename a value of an option type. If the name is unchanged, change and publish nothing.
 * @throws ApiError `not_found` for the product; `invalid` if it does not have the type or value, or if another value has the
 *   new name
 */
export async function renameOptionValue(
  deps: Pick<CatalogDeps, "snapshots">,
  tx: Transaction,
  call: Call<typeof operations.renameOptionValue>,
): Promise<JsonText> {
  const { store, body, params } = call;
  const { product_id } = params;
  const shape = await lockAndLoadShape(tx, store, product_id);
  const name = readName(body.new_option_value, "new_option_value");
  const oldName = body.old_option_value.trim();
  const type = getOptionTypeByName(toTargetTypes(shape), body.option_type.trim(), "option_type");
  assertOptionValue(type, oldName, "old_option_value");
  if (name !== oldName) {
    if (type.values.includes(name))
      throwFieldError("new_option_value", "not_unique", { resource: "option_value" });
    const id = getType(shape, type.name).values.find((value) => value.name === oldName)?.id ?? 0;
    await touchVariants(tx, store.id, product_id, [id]);
    await tx.query(renameValueStatement, [store.id, product_id, id, name]);
    await markProductsChanged(tx, call, [product_id]);
  }
  return loadProductResponse(deps, tx, { store, id: product_id });
}
