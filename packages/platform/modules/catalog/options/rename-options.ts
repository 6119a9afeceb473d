import { type operations, refuse, refuseField } from "@souk/contract";
import { laterThan, type Transaction } from "@souk/database";
import type { JsonText } from "../../../routing/answer.ts";
import type { Call } from "../../../routing/call.ts";
import { markChanged } from "../mark-products.ts";
import { type ProductKit, productText } from "../products/product-kit.ts";
import { readName, requireType, requireValue, typesOf } from "./named-type.ts";
import { lockShape, type OptionShape, readShape } from "./option-shape.ts";

const variantsStatement = {
  name: "variants_renamed",
  text: `
    with locked as materialized (
      select id from variants where store_id = $1 and product_id = $2 and option_ids && $3::bigint[]
      order by id for no key update)
    update variants v set updated_at = ${laterThan("v.updated_at")}
    from locked where v.store_id = $1 and v.id = locked.id`,
};

const typeStatement = {
  name: "option_type_rename",
  text: "update variant_types set name = $4 where store_id = $1 and product_id = $2 and id = $3",
};

const valueStatement = {
  name: "option_value_rename",
  text: "update variant_options set name = $4 where store_id = $1 and product_id = $2 and id = $3",
};

async function shapeOf(
  tx: Transaction,
  call: { store: Call<typeof operations.getProduct>["store"] },
  id: number,
) {
  await lockShape(tx, call.store, id);
  return (await readShape(tx, call.store, id)) ?? refuse("not_found");
}

/** The variants show it too: all that have one of these values. */
async function touchVariants(tx: Transaction, storeId: number, productId: number, valueIds: number[]) {
  await tx.query(variantsStatement, [storeId, productId, valueIds]);
}

function typeNamed(shape: OptionShape, name: string) {
  return shape.types.find((type) => type.name === name) ?? { id: 0, name, values: [] };
}

/**
 * Renames an option type. A name that it has already changes nothing and sends nothing.
 * @throws Refusal not_found for the product; invalid naming a type that it does not have, or a name that another has
 */
export async function renameOptionType(
  kit: ProductKit,
  tx: Transaction,
  call: Call<typeof operations.renameOptionType>,
): Promise<JsonText> {
  const { store, body, params } = call;
  const { product_id } = params;
  const shape = await shapeOf(tx, call, product_id);
  const name = readName(body.new_option_type, "new_option_type");
  const old = requireType(typesOf(shape), body.old_option_type.trim(), "old_option_type").name;
  if (name !== old) {
    if (shape.types.some((type) => type.name === name))
      refuseField("new_option_type", "is another option type of this product");
    const { id, values } = typeNamed(shape, old);
    const valueIds = values.map((value) => value.id);
    await touchVariants(tx, store.id, product_id, valueIds);
    await tx.query(typeStatement, [store.id, product_id, id, name]);
    await markChanged(kit.facts, tx, { store, cause: call, ids: [product_id] });
  }
  return productText(kit, tx, { store, id: product_id });
}

/**
 * Renames a value of an option type.
 * @throws Refusal not_found for the product; invalid naming what it does not have, or a name that another value has
 */
export async function renameOptionValue(
  kit: ProductKit,
  tx: Transaction,
  call: Call<typeof operations.renameOptionValue>,
): Promise<JsonText> {
  const { store, body, params } = call;
  const { product_id } = params;
  const shape = await shapeOf(tx, call, product_id);
  const name = readName(body.new_option_value, "new_option_value");
  const old = body.old_option_value.trim();
  const type = requireType(typesOf(shape), body.option_type.trim(), "option_type");
  requireValue(type, old, "old_option_value");
  if (name !== old) {
    if (type.values.includes(name)) refuseField("new_option_value", `is another value of ${type.name}`);
    const id = typeNamed(shape, type.name).values.find((value) => value.name === old)?.id ?? 0;
    await touchVariants(tx, store.id, product_id, [id]);
    await tx.query(valueStatement, [store.id, product_id, id, name]);
    await markChanged(kit.facts, tx, { store, cause: call, ids: [product_id] });
  }
  return productText(kit, tx, { store, id: product_id });
}
