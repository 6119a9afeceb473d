import type { Transaction } from "@souk/database";
import type { Store } from "../../../routing/call.ts";
import type { OptionShape, OptionType } from "./option-shape.ts";
import type { WantedType } from "./plan-options.ts";

/** A product whose options are written. */
export interface OfProduct {
  store: Store;
  product_id: number;
}

const removeStatement = {
  name: "options_remove",
  text: `
    with gone as (
      delete from variant_types where store_id = $1 and product_id = $2 and id = any($3::bigint[]) returning id)
    delete from variant_options o where o.store_id = $1 and o.product_id = $2
      and (o.variant_type_id in (select id from gone) or o.id = any($4::bigint[]))`,
};

const placeStatement = {
  name: "options_place",
  text: `
    with type as (
      update variant_types t set position = place.position
      from unnest($3::bigint[]) with ordinality as place (id, position)
      where t.store_id = $1 and t.product_id = $2 and t.id = place.id and t.position <> place.position)
    update variant_options o set position = place.position
    from unnest($4::bigint[], $5::integer[]) as place (id, position)
    where o.store_id = $1 and o.product_id = $2 and o.id = place.id and o.position <> place.position`,
};

const addTypesStatement = {
  name: "option_types_add",
  text: `
    insert into variant_types (store_id, product_id, name, position)
    select $1, $2, name, position from unnest($3::text[], $4::integer[]) as wanted (name, position)
    order by position returning id, name`,
};

const addValuesStatement = {
  name: "option_values_add",
  text: `
    insert into variant_options (store_id, product_id, variant_type_id, name, position)
    select $1, $2, type_id, name, position
    from unnest($3::bigint[], $4::text[], $5::integer[]) with ordinality as wanted (type_id, name, position, n)
    order by n returning id, variant_type_id, name`,
};

// Every value is one that some variant has: else it could be added again without anything happening.
const pruneStatement = {
  name: "option_values_prune",
  text: `
    delete from variant_options o where o.store_id = $1 and o.product_id = $2 and not exists (
      select from variants v where v.store_id = $1 and v.product_id = $2 and o.id = any(v.option_ids))`,
};

/** The ids of values by their type's and their own name. */
export type ValueIds = (type: string, value: string) => number;

/** Takes away the values that no variant has. */
export async function pruneValues(tx: Transaction, { store, product_id }: OfProduct): Promise<void> {
  await tx.query(pruneStatement, [store.id, product_id]);
}

function idsOf(types: readonly OptionType[]): Map<string, number> {
  return new Map(
    types.flatMap((type) =>
      type.values.map(({ id, name }) => [JSON.stringify([type.name, name]), id] as const),
    ),
  );
}

/** Adds types and values to those that are there. @returns the ids of all */
async function addMissing(
  tx: Transaction,
  { store, product_id }: OfProduct,
  { shape, wanted }: { shape: OptionShape; wanted: readonly WantedType[] },
): Promise<ValueIds> {
  const types = new Map(shape.types.map(({ id, name }) => [name, id]));
  const ids = idsOf(shape.types);
  const newTypes = wanted.flatMap(({ name }, index) =>
    types.has(name) ? [] : [{ name, position: index + 1 }],
  );
  if (newTypes.length > 0) {
    const names = [newTypes.map(({ name }) => name), newTypes.map(({ position }) => position)];
    const { rows } = await tx.query<{ id: number; name: string }>(addTypesStatement, [
      store.id,
      product_id,
      ...names,
    ]);
    for (const { id, name } of rows) types.set(name, id);
  }
  const missing = wanted.flatMap(({ name: type, values }) =>
    values.flatMap((value, index) =>
      ids.has(JSON.stringify([type, value]))
        ? []
        : [{ type, type_id: types.get(type) ?? 0, value, position: index + 1 }],
    ),
  );
  if (missing.length > 0) {
    const { rows } = await tx.query<{ id: number; variant_type_id: number; name: string }>(
      addValuesStatement,
      [
        store.id,
        product_id,
        missing.map(({ type_id }) => type_id),
        missing.map(({ value }) => value),
        missing.map(({ position }) => position),
      ],
    );
    const nameOf = new Map([...types].map(([name, id]) => [id, name]));
    for (const row of rows) ids.set(JSON.stringify([nameOf.get(row.variant_type_id), row.name]), row.id);
  }
  return (type, value) => ids.get(JSON.stringify([type, value])) ?? 0;
}

/** Brings types and values of a product to what is wanted. @returns the ids of all wanted values */
export async function writeOptions(
  tx: Transaction,
  of: OfProduct,
  change: { shape: OptionShape; wanted: readonly WantedType[] },
): Promise<ValueIds> {
  const { shape, wanted } = change;
  const by = new Map(wanted.map(({ name, values }) => [name, values]));
  const goneTypes = shape.types.filter(({ name }) => !by.has(name)).map(({ id }) => id);
  const goneValues = shape.types.flatMap(({ name, values }) =>
    values.filter((value) => by.get(name)?.includes(value.name) === false).map(({ id }) => id),
  );
  const own = [of.store.id, of.product_id];
  if (goneTypes.length + goneValues.length > 0)
    await tx.query(removeStatement, [...own, goneTypes, goneValues]);
  const ids = await addMissing(tx, of, change);
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
