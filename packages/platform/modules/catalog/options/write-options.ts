import { defineStatement, type Transaction } from "@souk/database";
import type { Store } from "../../../infrastructure/routing/call.ts";
import type { OptionShape, OptionType } from "./option-shape.ts";
import type { TargetType } from "./plan-options.ts";

/** Identifies a product of a store. */
export interface ProductRef {
  store: Store;
  product_id: number;
}

const deleteStatement = defineStatement(
  "options_remove",
  `
    with deleted as (
      delete from variant_types where store_id = $1 and product_id = $2 and id = any($3::bigint[]) returning id)
    delete from variant_options o where o.store_id = $1 and o.product_id = $2
      and (o.variant_type_id in (select id from deleted) or o.id = any($4::bigint[]))`,
);

const renumberStatement = defineStatement(
  "options_renumber",
  `
    with type as (
      update variant_types t set position = target.position
      from unnest($3::bigint[]) with ordinality as target (id, position)
      where t.store_id = $1 and t.product_id = $2 and t.id = target.id and t.position <> target.position)
    update variant_options o set position = target.position
    from unnest($4::bigint[], $5::integer[]) as target (id, position)
    where o.store_id = $1 and o.product_id = $2 and o.id = target.id and o.position <> target.position`,
);

const addTypesStatement = defineStatement(
  "option_types_add",
  `
    insert into variant_types (store_id, product_id, name, position)
    select $1, $2, name, position from unnest($3::text[], $4::integer[]) as target (name, position)
    order by position returning id, name`,
);

const addValuesStatement = defineStatement(
  "option_values_add",
  `
    insert into variant_options (store_id, product_id, variant_type_id, name, position)
    select $1, $2, type_id, name, position
    from unnest($3::bigint[], $4::text[], $5::integer[]) with ordinality as target (type_id, name, position, n)
    order by n returning id, variant_type_id, name`,
);

// A value that no variant has must not remain, because adding it again would then create no variants.
const pruneStatement = defineStatement(
  "option_values_prune",
  `
    delete from variant_options o where o.store_id = $1 and o.product_id = $2 and not exists (
      select from variants v where v.store_id = $1 and v.product_id = $2 and o.id = any(v.option_ids))`,
);

/** Returns the id of an option value by the name of its option type and the name of the value. */
export type GetValueId = (type: string, value: string) => number;

/** Delete the values that no variant has. */
export async function pruneValues(tx: Transaction, { store, product_id }: ProductRef): Promise<void> {
  await tx.query(pruneStatement, [store.id, product_id]);
}

function mapValueIds(types: readonly OptionType[]): Map<string, number> {
  return new Map(
    types.flatMap((type) =>
      type.values.map(({ id, name }) => [JSON.stringify([type.name, name]), id] as const),
    ),
  );
}

/** Insert the target types and values that do not exist. @returns a function that looks up the id of a value */
async function insertMissingOptions(
  tx: Transaction,
  { store, product_id }: ProductRef,
  { shape, target }: { shape: OptionShape; target: readonly TargetType[] },
): Promise<GetValueId> {
  const typeIdByName = new Map(shape.types.map(({ id, name }) => [name, id]));
  const valueIds = mapValueIds(shape.types);
  const newTypes = target.flatMap(({ name }, index) =>
    typeIdByName.has(name) ? [] : [{ name, position: index + 1 }],
  );
  if (newTypes.length > 0) {
    const columns = [newTypes.map(({ name }) => name), newTypes.map(({ position }) => position)];
    const rows = await tx.many<{ id: number; name: string }>(addTypesStatement, [
      store.id,
      product_id,
      ...columns,
    ]);
    for (const { id, name } of rows) typeIdByName.set(name, id);
  }
  const newValues = target.flatMap((type) =>
    type.values.flatMap((value, index) =>
      valueIds.has(JSON.stringify([type.name, value]))
        ? []
        : [{ type_id: typeIdByName.get(type.name) ?? 0, value, position: index + 1 }],
    ),
  );
  if (newValues.length > 0) {
    const rows = await tx.many<{ id: number; variant_type_id: number; name: string }>(addValuesStatement, [
      store.id,
      product_id,
      newValues.map(({ type_id }) => type_id),
      newValues.map(({ value }) => value),
      newValues.map(({ position }) => position),
    ]);
    const nameById = new Map([...typeIdByName].map(([name, id]) => [id, name]));
    for (const row of rows)
      valueIds.set(JSON.stringify([nameById.get(row.variant_type_id), row.name]), row.id);
  }
  return (type, value) => valueIds.get(JSON.stringify([type, value])) ?? 0;
}

/**
 * Change a product's option types and values from `shape` to `target`: delete, insert and renumber their rows.
 * @returns a function that looks up the id of a value
 */
export async function writeOptions(
  tx: Transaction,
  product: ProductRef,
  change: { shape: OptionShape; target: readonly TargetType[] },
): Promise<GetValueId> {
  const { shape, target } = change;
  const valuesByType = new Map(target.map(({ name, values }) => [name, values]));
  const deletedTypeIds = shape.types.filter(({ name }) => !valuesByType.has(name)).map(({ id }) => id);
  // The values of a deleted type are deleted with it, so they need not be listed.
  const deletedValueIds = shape.types.flatMap(({ name, values }) =>
    values.filter((value) => valuesByType.get(name)?.includes(value.name) === false).map(({ id }) => id),
  );
  const productKey = [product.store.id, product.product_id];
  if (deletedTypeIds.length + deletedValueIds.length > 0)
    await tx.query(deleteStatement, [...productKey, deletedTypeIds, deletedValueIds]);
  const getValueId = await insertMissingOptions(tx, product, change);
  // A new type has no id in `shape`. It was already inserted at its position, so it gets 0 here, which matches no row.
  const typeIds = target.map(({ name }) => shape.types.find((type) => type.name === name)?.id ?? 0);
  const valuePositions = target.flatMap(({ name, values }) =>
    values.map((value, index) => ({ id: getValueId(name, value), position: index + 1 })),
  );
  await tx.query(renumberStatement, [
    ...productKey,
    typeIds,
    valuePositions.map(({ id }) => id),
    valuePositions.map(({ position }) => position),
  ]);
  return getValueId;
}
