import { type operations, throwApiError, throwFieldError } from "@souk/contract";
import { defineStatement, monotonicUpdatedAt, type Transaction } from "@souk/database";
import type { JsonText } from "../../../infrastructure/routing/answer.ts";
import type { Call } from "../../../infrastructure/routing/call.ts";
import type { CatalogDeps } from "../catalog-deps.ts";
import { markProductsChanged } from "../mark-products.ts";
import { productText } from "../products/product-text.ts";
import { assertType, assertValue, readName, toTargetTypes } from "./named-type.ts";
import { lockShape, type OptionShape, readShape } from "./option-shape.ts";

const variantsStatement = defineStatement(
  "variants_renamed",
  `
    with locked as materialized (
      select id from variants where store_id = $1 and product_id = $2 and option_ids && $3::bigint[]
      order by id for no key update)
    update variants v set updated_at = ${monotonicUpdatedAt("v.updated_at")}
    from locked where v.store_id = $1 and v.id = locked.id`,
);

const typeStatement = defineStatement(
  "option_type_rename",
  "update variant_types set name = $4 where store_id = $1 and product_id = $2 and id = $3",
);

const valueStatement = defineStatement(
  "option_value_rename",
  "update variant_options set name = $4 where store_id = $1 and product_id = $2 and id = $3",
);

async function lockAndReadShape(
  tx: Transaction,
  call: { store: Call<typeof operations.getProduct>["store"] },
  id: number,
) {
  await lockShape(tx, call.store, id);
  return (await readShape(tx, call.store, id)) ?? throwApiError("not_found");
}

/** Update all variants that have one of these values, since they show its name. */
async function touchVariants(tx: Transaction, storeId: number, productId: number, valueIds: number[]) {
  await tx.query(variantsStatement, [storeId, productId, valueIds]);
}

function typeNamed(shape: OptionShape, name: string) {
  return shape.types.find((type) => type.name === name) ?? { id: 0, name, values: [] };
}

/**
 * Rename an option type. An unchanged name changes nothing and publishes nothing.
 * @throws ApiError not_found for the product; invalid naming a type that it does not have, or a name that another has
 */
export async function renameOptionType(
  deps: Pick<CatalogDeps, "documents">,
  tx: Transaction,
  call: Call<typeof operations.renameOptionType>,
): Promise<JsonText> {
  const { store, body, params } = call;
  const { product_id } = params;
  const shape = await lockAndReadShape(tx, call, product_id);
  const name = readName(body.new_option_type, "new_option_type");
  const old = assertType(toTargetTypes(shape), body.old_option_type.trim(), "old_option_type").name;
  if (name !== old) {
    if (shape.types.some((type) => type.name === name))
      throwFieldError("new_option_type", "not_unique", { resource: "option_type" });
    const { id, values } = typeNamed(shape, old);
    const valueIds = values.map((value) => value.id);
    await touchVariants(tx, store.id, product_id, valueIds);
    await tx.query(typeStatement, [store.id, product_id, id, name]);
    await markProductsChanged(tx, call, [product_id]);
  }
  return productText(deps, tx, { store, id: product_id });
}

/**
 * Rename a value of an option type.
 * @throws ApiError not_found for the product; invalid naming a type or value that it does not have, or a name that
 *   another value has
 */
export async function renameOptionValue(
  deps: Pick<CatalogDeps, "documents">,
  tx: Transaction,
  call: Call<typeof operations.renameOptionValue>,
): Promise<JsonText> {
  const { store, body, params } = call;
  const { product_id } = params;
  const shape = await lockAndReadShape(tx, call, product_id);
  const name = readName(body.new_option_value, "new_option_value");
  const old = body.old_option_value.trim();
  const type = assertType(toTargetTypes(shape), body.option_type.trim(), "option_type");
  assertValue(type, old, "old_option_value");
  if (name !== old) {
    if (type.values.includes(name))
      throwFieldError("new_option_value", "not_unique", { resource: "option_value" });
    const id = typeNamed(shape, type.name).values.find((value) => value.name === old)?.id ?? 0;
    await touchVariants(tx, store.id, product_id, [id]);
    await tx.query(valueStatement, [store.id, product_id, id, name]);
    await markProductsChanged(tx, call, [product_id]);
  }
  return productText(deps, tx, { store, id: product_id });
}
