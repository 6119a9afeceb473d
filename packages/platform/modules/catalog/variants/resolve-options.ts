import { type FieldError, fieldError, throwApiError } from "@souk/contract";
import type { Transaction } from "@souk/database";
import type { Store } from "../../../infrastructure/routing/call.ts";
import { readShape } from "../options/option-shape.ts";
import { writeOptions } from "../options/write-options.ts";
import { type Combination, findDuplicates, readCombination, withValues } from "./combination.ts";
import type { VariantChange } from "./variant-change.ts";
import type { VariantRow } from "./variant-rows.ts";

/**
 * Write the ids of the sent options into the rows of their variants, and add new values to their types.
 * @returns the products whose options were sent
 * @throws ApiError invalid naming options that do not fit the product, or that another variant has
 */
export async function resolveOptions(
  tx: Transaction,
  store: Store,
  { changes, rows }: { changes: readonly VariantChange[]; rows: readonly VariantRow[] },
): Promise<number[]> {
  const sent = changes.filter(({ input }) => input.options !== undefined);
  const groups = [...Map.groupBy(sent, ({ product_id }) => product_id)].sort(([a], [b]) => a - b);
  for (const [product_id, group] of groups)
    await resolveProductOptions(tx, { store, product_id }, { group, rows });
  return groups.map(([product_id]) => product_id);
}

async function resolveProductOptions(
  tx: Transaction,
  product: { store: Store; product_id: number },
  { group, rows }: { group: readonly VariantChange[]; rows: readonly VariantRow[] },
): Promise<void> {
  const shape = (await readShape(tx, product.store, product.product_id)) ?? throwApiError("not_found");
  const types = shape.types.map(({ name }) => name);
  const errors: FieldError[] = [];
  const chosen = new Map<number, Combination>();
  for (const { id, input, path } of group) {
    const values = readCombination(input.options ?? [], types, { path: `${path}options`, errors });
    if (values) chosen.set(id, values);
  }
  const all = shape.variants.map(({ id, values }) => [id, chosen.get(id) ?? values] as const);
  for (const [one, other] of findDuplicates(types, all)) {
    const culprit = group.find(({ id }) => id === one) ?? group.find(({ id }) => id === other);
    if (!culprit) continue;
    const duplicate = culprit.id === one ? other : one;
    errors.push(
      fieldError(
        `${culprit.path}options`,
        "not_unique",
        { resource: "variant" },
        `Variant ${duplicate} of this product has the same options.`,
      ),
    );
  }
  if (errors.length > 0) throwApiError("invalid", { fields: errors });
  const ids = await writeOptions(tx, product, { shape, target: withValues(shape, chosen.values()) });
  for (const row of rows) {
    const values = chosen.get(row.id);
    if (values) row.option_ids = types.map((type) => ids(type, values.get(type) ?? ""));
  }
}
