import { type FieldError, refuse } from "@souk/contract";
import type { Transaction } from "@souk/database";
import type { Store } from "../../../routing/call.ts";
import { readShape } from "../options/option-shape.ts";
import { writeOptions } from "../options/write-options.ts";
import { type Combination, findTwins, readCombination, withValues } from "./combination.ts";
import type { VariantChange } from "./variant-change.ts";
import type { VariantRow } from "./variant-rows.ts";

/**
 * Puts the ids of the options that are sent into the rows of their variants, adding values that are new to their types.
 * @returns the products of which options were sent
 * @throws Refusal invalid naming options that do not fit the product, or that another variant has
 */
export async function resolveOptions(
  tx: Transaction,
  store: Store,
  { changes, rows }: { changes: readonly VariantChange[]; rows: readonly VariantRow[] },
): Promise<number[]> {
  const sent = changes.filter(({ input }) => input.options !== undefined);
  const groups = [...Map.groupBy(sent, ({ product_id }) => product_id)].sort(([a], [b]) => a - b);
  for (const [product_id, group] of groups) await resolveOf(tx, { store, product_id }, { group, rows });
  return groups.map(([product_id]) => product_id);
}

async function resolveOf(
  tx: Transaction,
  of: { store: Store; product_id: number },
  { group, rows }: { group: readonly VariantChange[]; rows: readonly VariantRow[] },
): Promise<void> {
  const shape = (await readShape(tx, of.store, of.product_id)) ?? refuse("not_found");
  const types = shape.types.map(({ name }) => name);
  const faults: FieldError[] = [];
  const chosen = new Map<number, Combination>();
  for (const { id, input, path } of group) {
    const values = readCombination(input.options ?? [], types, { path: `${path}options`, faults });
    if (values) chosen.set(id, values);
  }
  const all = shape.variants.map(({ id, values }) => [id, chosen.get(id) ?? values] as const);
  for (const [one, other] of findTwins(types, all)) {
    const culprit = group.find(({ id }) => id === one) ?? group.find(({ id }) => id === other);
    if (!culprit) continue;
    const twin = culprit.id === one ? other : one;
    faults.push({ path: `${culprit.path}options`, message: `are those of variant ${twin} of this product` });
  }
  if (faults.length > 0) refuse("invalid", { fields: faults });
  const ids = await writeOptions(tx, of, { shape, wanted: withValues(shape, chosen.values()) });
  for (const row of rows) {
    const values = chosen.get(row.id);
    if (values) row.option_ids = types.map((type) => ids(type, values.get(type) ?? ""));
  }
}
