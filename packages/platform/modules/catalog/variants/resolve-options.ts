import { type FieldError, fieldError, throwApiError } from "@souk/contract";
import type { Transaction } from "@souk/database";
import type { Store } from "../../../infrastructure/routing/call.ts";
import { loadOptionShape } from "../options/option-shape.ts";
import { writeOptions } from "../options/write-options.ts";
import { addNewValues, type Combination, findDuplicates, readCombination } from "./combination.ts";
import type { VariantChange } from "./variant-change.ts";
import type { VariantRow } from "./variant-rows.ts";

/**
 * Set `option_ids` in the rows of variants whose options were sent, and add new values to the option types.
 * @returns the ids of the products of these variants
 * @throws ApiError `invalid` if options do not fit the product's option types, or if another variant has the same options
 */
export async function resolveOptions(
  tx: Transaction,
  store: Store,
  { changes, rows }: { changes: readonly VariantChange[]; rows: readonly VariantRow[] },
): Promise<number[]> {
  const optionChanges = changes.filter(({ input }) => input.options !== undefined);
  const changesByProduct = [...Map.groupBy(optionChanges, ({ product_id }) => product_id)].sort(
    ([a], [b]) => a - b,
  );
  for (const [product_id, productChanges] of changesByProduct)
    await resolveProductOptions(tx, { store, product_id }, { productChanges, rows });
  return changesByProduct.map(([product_id]) => product_id);
}

async function resolveProductOptions(
  tx: Transaction,
  product: { store: Store; product_id: number },
  { productChanges, rows }: { productChanges: readonly VariantChange[]; rows: readonly VariantRow[] },
): Promise<void> {
  const shape = (await loadOptionShape(tx, product.store, product.product_id)) ?? throwApiError("not_found");
  const types = shape.types.map(({ name }) => name);
  const errors: FieldError[] = [];
  const sentCombinations = new Map<number, Combination>();
  for (const { id, input, path } of productChanges) {
    const values = readCombination(input.options ?? [], types, { path: `${path}options`, errors });
    if (values) sentCombinations.set(id, values);
  }
  const allCombinations = shape.variants.map(
    ({ id, values }) => [id, sentCombinations.get(id) ?? values] as const,
  );
  for (const [duplicateId, firstId] of findDuplicates(types, allCombinations)) {
    const change =
      productChanges.find(({ id }) => id === duplicateId) ?? productChanges.find(({ id }) => id === firstId);
    if (!change) continue;
    const otherId = change.id === duplicateId ? firstId : duplicateId;
    errors.push(
      fieldError(
        `${change.path}options`,
        "not_unique",
        { resource: "variant" },
        `Variant ${otherId} of this product has the same options.`,
      ),
    );
  }
  if (errors.length > 0) throwApiError("invalid", { fields: errors });
  const getValueId = await writeOptions(tx, product, {
    shape,
    target: addNewValues(shape, sentCombinations.values()),
  });
  for (const row of rows) {
    const values = sentCombinations.get(row.id);
    if (values) row.option_ids = types.map((type) => getValueId(type, values.get(type) ?? ""));
  }
}
