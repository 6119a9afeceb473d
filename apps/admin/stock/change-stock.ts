import { type AdminConsole, ApiError } from "@souk/client";
import type { Level } from "./stock-queries.ts";

/** The level where stock changes, and the reason. */
interface Place {
  variant_id: number;
  location_id: number;
  reason?: string;
}

/** A change of stock as a person enters it. `expected` is the quantity that they saw. */
export type StockChange = Place &
  ({ way: "adjust"; by: number } | { way: "set"; to: number; expected: number });

export type StockOutcome =
  | { ok: true; level: Level; answer: object }
  /** Another person changed the quantity first: its current value. */
  | { ok: false; reason: "changed_meanwhile"; current: number };

/**
 * Make a change of stock once, however often it is sent under one key.
 * @throws ApiError for every other rejection
 */
export async function changeStock(
  admin: AdminConsole,
  change: StockChange,
  idempotencyKey: string,
): Promise<StockOutcome> {
  try {
    const answer = await send(admin, change, idempotencyKey);
    return { ok: true, level: answer.inventory_level, answer };
  } catch (error) {
    const isLate = change.way === "set" && error instanceof ApiError && error.code === "conflict";
    if (!isLate) throw error;
    const current = await readQuantity(admin, change);
    // The same key under way in another window is a conflict as well, and no reason to ask.
    if (current === change.expected) throw error;
    return { ok: false, reason: "changed_meanwhile", current };
  }
}

function send(admin: AdminConsole, change: StockChange, idempotencyKey: string) {
  const { variant_id, location_id, reason } = change;
  const place = { variant_id, location_id, ...(reason === undefined ? {} : { reason }) };
  return change.way === "adjust"
    ? admin.inventory_levels.adjust({ body: { ...place, adjustment_quantity: change.by }, idempotencyKey })
    : admin.inventory_levels.set({
        body: { ...place, quantity: change.to, expected_quantity: change.expected },
        idempotencyKey,
      });
}

async function readQuantity(admin: AdminConsole, { variant_id, location_id }: Place): Promise<number> {
  const query = { variant_ids: [variant_id], location_ids: [location_id] };
  const { inventory_levels } = await admin.inventory_levels.list({ query });
  return inventory_levels[0]?.inventory_quantity ?? 0;
}
