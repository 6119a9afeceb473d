import { fieldError, throwApiError } from "@souk/contract";
import { defineStatement, type Transaction } from "@souk/database";
import { anyIds } from "../../infrastructure/listing/any-ids.ts";
import type { Store } from "../../infrastructure/routing/call.ts";
import type { ChangedLevel, LevelLine } from "../inventory/index.ts";

const statement = defineStatement(
  "order_variants_left",
  `select id from variants where store_id = $1 and id = ${anyIds("$2")}`,
);

/**
 * Assert that every line of a stock change has changed a level. A deleted variant has no level and moves
 * nothing; units of an existing variant cannot come from, or go to, a deleted location.
 * @throws ApiError conflict naming the location
 */
export async function assertLevels(
  tx: Transaction,
  store: Pick<Store, "id">,
  { lines, levels }: { lines: readonly LevelLine[]; levels: readonly ChangedLevel[] },
): Promise<void> {
  const changed = new Set(levels.map(({ variant_id, location_id }) => `${variant_id} ${location_id}`));
  const missing = lines.filter(({ variant_id, location_id }) => !changed.has(`${variant_id} ${location_id}`));
  if (missing.length === 0) return;
  const variants = [...new Set(missing.map(({ variant_id }) => variant_id))];
  const rows = await tx.many<{ id: number }>(statement, [store.id, variants]);
  const existing = new Set(rows.map(({ id }) => id));
  const lineWithoutLevel = missing.find(({ variant_id }) => existing.has(variant_id));
  if (lineWithoutLevel)
    throwApiError("conflict", {
      message: `Location ${lineWithoutLevel.location_id} was deleted, so units of variant ${lineWithoutLevel.variant_id} cannot be moved there.`,
      fields: [fieldError("location_id", "not_found", { resource: "location" })],
    });
}
