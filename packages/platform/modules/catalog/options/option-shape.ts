import { maxPosition } from "@souk/contract";
import { defineStatement, type Queryable, type Transaction } from "@souk/database";
import type { Store } from "../../../infrastructure/routing/call.ts";

/** An option type of a product with its values in the order of their positions. */
export interface OptionType {
  id: number;
  name: string;
  values: { id: number; name: string }[];
}

/** A variant with its options. `values` maps the name of each option type to the name of the variant's value. */
export interface VariantOptions {
  id: number;
  position: number;
  values: ReadonlyMap<string, string>;
}

/** The option types and variants of a product. */
export interface OptionShape {
  types: OptionType[];
  /** The variants in the order of their positions. */
  variants: VariantOptions[];
}

// 11 is the hash's seed. Each kind of lock has its own seed, so that their keys differ.
const lockText = "select pg_advisory_xact_lock(hashtextextended($1, 11))";

const productShapeLockStatement = defineStatement("product_shape_lock", lockText);

/**
 * Lock the options and the set of variants of a product with an advisory lock. Call this before any row is locked, so that no
 * transaction waits for the advisory lock while it holds a row lock. Changes of stock do not need the advisory lock.
 */
export async function lockOptions(tx: Transaction, store: Store, productId: number): Promise<void> {
  await tx.query(productShapeLockStatement, [`${store.id} ${productId}`]);
}

const shapeStatement = defineStatement(
  "product_shape",
  `
    select array_to_json(array(
      select row_to_json((select x from (select t.id, t.name, array_to_json(array(
        select row_to_json((select y from (select o.id, o.name) y)) from variant_options o
        where o.store_id = t.store_id and o.product_id = t.product_id and o.variant_type_id = t.id
        order by o.position, o.id)) as values) x))
      from variant_types t where t.store_id = p.store_id and t.product_id = p.id order by t.position, t.id)) as types,
    array_to_json(array(
      select row_to_json((select x from (select v.id, v.position, v.option_ids) x))
      from variants v where v.store_id = p.store_id and v.product_id = p.id order by v.position, v.id)) as variants
    from products p where p.store_id = $1 and p.id = $2`,
);

interface ShapeRow {
  types: OptionType[];
  variants: { id: number; position: number; option_ids: number[] }[];
}

/** Load the options and variants of a product. @returns null when the product does not exist */
export async function loadOptionShape(
  db: Queryable,
  store: Store,
  productId: number,
): Promise<OptionShape | null> {
  const row = await db.maybeOne<ShapeRow>(shapeStatement, [store.id, productId]);
  if (!row) return null;
  const namesByValueId = new Map(
    row.types.flatMap((type) => type.values.map(({ id, name }) => [id, [type.name, name] as const] as const)),
  );
  const variants = row.variants.map(({ id, position, option_ids }) => {
    const namePairs = option_ids.map((valueId) => namesByValueId.get(valueId));
    return { id, position, values: new Map(namePairs.filter((pair) => pair !== undefined)) };
  });
  return { types: row.types, variants };
}

/** Compute the position of the nth variant (from 1) that is added after the existing variants of a product. */
export function computeNextPosition({ variants }: OptionShape, n: number): number {
  return Math.min(maxPosition, Math.max(0, ...variants.map(({ position }) => position)) + n);
}

/** Build a key that is equal for two variants if they have the same value of each of these option types. */
export function buildCombinationKey(types: readonly string[], values: ReadonlyMap<string, string>): string {
  return JSON.stringify(types.map((type) => values.get(type) ?? null));
}
