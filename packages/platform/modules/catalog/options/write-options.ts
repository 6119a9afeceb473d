import { defineStatement, type Transaction } from "@souk/database";
import type { Store } from "../../../infrastructure/routing/call.ts";
import type { OptionShape, OptionType } from "./option-shape.ts";
import type { TargetType } from "./plan-options.ts";

/** A product whose options are written. */
export interface ProductRef {
  store: Store;
  product_id: number;
}

const removeStatement = defineStatement(
  "options_remove",
  `
    with gone as (
      delete from variant_types where store_id = $1 and product_id = $2 and id = any($3::bigint[]) returning id)
    delete from variant_options o where o.store_id = $1 and o.product_id = $2
      and (o.variant_type_id in (select id from gone) or o.id = any($4::bigint[]))`,
);

const placeStatement = defineStatement(
  "options_place",
  `
    with type as (
      update variant_types t set position = place.position
      from unnest($3::bigint[]) with ordinality as place (id, position)
      where t.store_id = $1 and t.product_id = $2 and t.id = place.id and t.position <> place.position)
    update variant_options o set position = place.position
    from unnest($4::bigint[], $5::integer[]) as place (id, position)
    where o.store_id = $1 and o.product_id = $2 and o.id = place.id and o.position <> place.position`,
);

const addTypesStatement = defineStatement(
  "option_types_add",
  `
    insert into variant_types (store_id, product_id, name, position)
    select $1, $2, name, position from unnest($3::text[], $4::integer[]) as wanted (name, position)
    order by position returning id, name`,
);

const addValuesStatement = defineStatement(
  "option_values_add",
  `
    insert into variant_options (store_id, product_id, variant_type_id, name, position)
    select $1, $2, type_id, name, position
    from unnest($3::bigint[], $4::text[], $5::integer[]) with ordinality as wanted (type_id, name, position, n)
    order by n returning id, variant_type_id, name`,
);

// Every value is one that some variant has: else it could be added again without anything happening.
const pruneStatement = defineStatement(
  "option_values_prune",
  `
    delete from variant_options o where o.store_id = $1 and o.product_id = $2 and not exists (
      select from variants v where v.store_id = $1 and v.product_id = $2 and o.id = any(v.option_ids))`,
);

/** Returns a value's id by its type's name and its own. */
export type ValueIds = (type: string, value: string) => number;

/** Delete the values that no variant has. */
export async function pruneValues(tx: Transaction, { store, product_id }: ProductRef): Promise<void> {
  await tx.query(pruneStatement, [store.id, product_id]);
}

function getValueIds(types: readonly OptionType[]): Map<string, number> {
  return new Map(
    types.flatMap((type) =>
      type.values.map(({ id, name }) => [JSON.stringify([type.name, name]), id] as const),
    ),
  );
}

/** Add types and values to the existing ones. @returns the ids of all */
async function addMissing(
  tx: Transaction,
  { store, product_id }: ProductRef,
  { shape, target }: { shape: OptionShape; target: readonly TargetType[] },
): Promise<ValueIds> {
  const types = new Map(shape.types.map(({ id, name }) => [name, id]));
  const ids = getValueIds(shape.types);
  const newTypes = target.flatMap(({ name }, index) =>
    types.has(name) ? [] : [{ name, position: index + 1 }],
  );
  if (newTypes.length > 0) {
    const names = [newTypes.map(({ name }) => name), newTypes.map(({ position }) => position)];
    const rows = await tx.many<{ id: number; name: string }>(addTypesStatement, [
      store.id,
      product_id,
      ...names,
    ]);
    for (const { id, name } of rows) types.set(name, id);
  }
  const missing = target.flatMap(({ name: type, values }) =>
    values.flatMap((value, index) =>
      ids.has(JSON.stringify([type, value]))
        ? []
        : [{ type, type_id: types.get(type) ?? 0, value, position: index + 1 }],
    ),
  );
  if (missing.length > 0) {
    const rows = await tx.many<{ id: number; variant_type_id: number; name: string }>(addValuesStatement, [
      store.id,
      product_id,
      missing.map(({ type_id }) => type_id),
      missing.map(({ value }) => value),
      missing.map(({ position }) => position),
    ]);
    const nameById = new Map([...types].map(([name, id]) => [id, name]));
    for (const row of rows) ids.set(JSON.stringify([nameById.get(row.variant_type_id), row.name]), row.id);
  }
  return (type, value) => ids.get(JSON.stringify([type, value])) ?? 0;
}

/** Write the wanted types and values of a product. @returns the ids of all wanted values */
export async function writeOptions(
  tx: Transaction,
  product: ProductRef,
  change: { shape: OptionShape; target: readonly TargetType[] },
): Promise<ValueIds> {
  const { shape, target: wanted } = change;
  const by = new Map(wanted.map(({ name, values }) => [name, values]));
  const deletedTypeIds = shape.types.filter(({ name }) => !by.has(name)).map(({ id }) => id);
  const deletedValueIds = shape.types.flatMap(({ name, values }) =>
    values.filter((value) => by.get(name)?.includes(value.name) === false).map(({ id }) => id),
  );
  const own = [product.store.id, product.product_id];
  if (deletedTypeIds.length + deletedValueIds.length > 0)
    await tx.query(removeStatement, [...own, deletedTypeIds, deletedValueIds]);
  const ids = await addMissing(tx, product, change);
  const typeIds = wanted.map(({ name }) => shape.types.find((type) => type.name === name)?.id ?? 0);
  const places = wanted.flatMap(({ name, values }) =>
    values.map((value, index) => ({ id: ids(name, value), position: index + 1 })),
  );
  await tx.query(placeStatement, [
    ...own,
    typeIds,
    places.map(({ id }) => id),
    places.map(({ position }) => position),
  ]);
  return ids;
}
