import { refuse } from "@souk/contract";
import type { Transaction } from "@souk/database";
import { anyOf } from "../../listing/any-of.ts";
import type { Store } from "../../routing/call.ts";
import type { ChangedLevel, LevelLine } from "../inventory/index.ts";

const statement = {
  name: "order_variants_left",
  text: `select id from variants where store_id = $1 and id = ${anyOf("$2")}`,
};

/**
 * Sees that every line of a change of stock met its level. A variant that was deleted has none and moves nothing; but units of
 * one that is there cannot come from, or go to, a location that is gone.
 * @throws Refusal conflict naming the location
 */
export async function requireLevels(
  tx: Transaction,
  store: Pick<Store, "id">,
  { lines, levels }: { lines: readonly LevelLine[]; levels: readonly ChangedLevel[] },
): Promise<void> {
  const met = new Set(levels.map(({ variant_id, location_id }) => `${variant_id} ${location_id}`));
  const missing = lines.filter(({ variant_id, location_id }) => !met.has(`${variant_id} ${location_id}`));
  if (missing.length === 0) return;
  const variants = [...new Set(missing.map(({ variant_id }) => variant_id))];
  const { rows } = await tx.query<{ id: number }>(statement, [store.id, variants]);
  const there = new Set(rows.map(({ id }) => id));
  const lost = missing.find(({ variant_id }) => there.has(variant_id));
  if (lost)
    refuse("conflict", {
      message: `Location ${lost.location_id} is gone: units of variant ${lost.variant_id} cannot move there any more.`,
      fields: [{ path: "location_id", message: `${lost.location_id} is no location of this store any more` }],
    });
}
