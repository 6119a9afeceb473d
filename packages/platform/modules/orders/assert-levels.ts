import { fieldError, throwApiError } from "@souk/contract";
import { defineStatement, type Transaction } from "@souk/database";
import { buildAnyIds } from "../../infrastructure/listing/any-ids.ts";
import type { Store } from "../../infrastructure/routing/call.ts";
import type { ChangedLevel, LevelLine } from "../inventory/index.ts";

const existingVariantsStatement = defineStatement(
  "existing_order_variants",
  `select id from variants where store_id = $1 and id = ${buildAnyIds("$2")}`,
);

/**
 * Assert that every line of a stock change has changed a level. Lines of a deleted variant are ignored, because it has
 * no level. Units of an existing variant cannot be added to or removed from a deleted location.
 * @throws ApiError `conflict` for `location_id`
 */
export async function assertLevels(
  tx: Transaction,
  store: Pick<Store, "id">,
  { lines, levels }: { lines: readonly LevelLine[]; levels: readonly ChangedLevel[] },
): Promise<void> {
  const changedKeys = new Set(levels.map(({ variant_id, location_id }) => `${variant_id} ${location_id}`));
  const linesWithoutLevel = lines.filter(
    ({ variant_id, location_id }) => !changedKeys.has(`${variant_id} ${location_id}`),
  );
  if (linesWithoutLevel.length === 0) return;
  const variantIds = [...new Set(linesWithoutLevel.map(({ variant_id }) => variant_id))];
  const rows = await tx.many<{ id: number }>(existingVariantsStatement, [store.id, variantIds]);
  const existingIds = new Set(rows.map(({ id }) => id));
  const invalidLine = linesWithoutLevel.find(({ variant_id }) => existingIds.has(variant_id));
  if (invalidLine)
    throwApiError("conflict", {
      message: `Location ${invalidLine.location_id} was deleted, so units of variant ${invalidLine.variant_id} cannot be added to it or removed from it.`,
      fields: [fieldError("location_id", "not_found", { resource: "location" })],
    });
}
