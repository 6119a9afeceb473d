import { type AdminConsole, ApiError } from "@souk/client";
import type { Level } from "./stock-queries.ts";

/** The stock level to change, and the reason for the change. */
interface LevelChange {
  variant_id: number;
  location_id: number;
  reason?: string;
}

/**
 * A change of stock as a person entered it: an adjustment by a number of units, or a new quantity. `expectedQuantity` is the
 * quantity that the person saw.
 */
export type StockChange = LevelChange &
  ({ kind: "adjust"; adjustment: number } | { kind: "set"; quantity: number; expectedQuantity: number });

export type StockChangeResult =
  | { ok: true; level: Level; response: object }
  /** Another person changed the quantity first; `currentQuantity` is the quantity now. */
  | { ok: false; reason: "changed_meanwhile"; currentQuantity: number };

/**
 * Send a change of stock. Sending it again with the same idempotency key does not change stock again.
 * @throws ApiError if the change fails for any reason other than a change by another person
 */
export async function changeStock(
  admin: AdminConsole,
  change: StockChange,
  idempotencyKey: string,
): Promise<StockChangeResult> {
  try {
    const response = await sendChange(admin, change, idempotencyKey);
    return { ok: true, level: response.inventory_level, response };
  } catch (error) {
    const isConflict = change.kind === "set" && error instanceof ApiError && error.code === "conflict";
    if (!isConflict) throw error;
    const currentQuantity = await readQuantity(admin, change);
    // The API also reports a conflict while a request with the same key is in progress. The quantity is then still the expected one.
    if (currentQuantity === change.expectedQuantity) throw error;
    return { ok: false, reason: "changed_meanwhile", currentQuantity };
  }
}

function sendChange(admin: AdminConsole, change: StockChange, idempotencyKey: string) {
  const { variant_id, location_id, reason } = change;
  const levelFields = { variant_id, location_id, ...(reason === undefined ? {} : { reason }) };
  return change.kind === "adjust"
    ? admin.inventory_levels.adjust({
        body: { ...levelFields, adjustment_quantity: change.adjustment },
        idempotencyKey,
      })
    : admin.inventory_levels.set({
        body: { ...levelFields, quantity: change.quantity, expected_quantity: change.expectedQuantity },
        idempotencyKey,
      });
}

async function readQuantity(admin: AdminConsole, { variant_id, location_id }: LevelChange): Promise<number> {
  const query = { variant_ids: [variant_id], location_ids: [location_id] };
  const { inventory_levels } = await admin.inventory_levels.list({ query });
  return inventory_levels[0]?.inventory_quantity ?? 0;
}
