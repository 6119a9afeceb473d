import { type FieldError, refuse } from "@souk/contract";
import type { Transaction } from "@souk/database";
import type { Cause } from "../../routing/actor.ts";
import type { Store } from "../../routing/call.ts";
import { type ChangedLevel, type LevelLine, shareDifference } from "../inventory/index.ts";
import { type Desk, mostFaults } from "./desk.ts";
import { levelShare } from "./level-share.ts";
import {
  type DocumentLine,
  namedInLedger,
  type StockDocument,
  type WrittenDocument,
} from "./stock-document.ts";

/** A document that changes, and what that is called in the ledger. */
export interface StockMove {
  store: Store;
  cause: Cause;
  /** Null: it is new. */
  before: StockDocument | null;
  after: WrittenDocument;
  reason: string;
}

/**
 * Moves levels by the difference that a change of a document makes, with a movement of each (INV-4). A variant that was
 * deleted has no level to move.
 * @throws Refusal invalid naming each line that would take a variant with policy deny below 0
 */
export async function moveStock(
  { kind, changeLevels }: Desk,
  tx: Transaction,
  { store, cause, before, after, reason }: StockMove,
): Promise<void> {
  const lines = shareDifference(before ? levelShare(kind, before) : [], levelShare(kind, after));
  const why = { cause, context: kind.context, reason, ...namedInLedger(kind, after) };
  const levels = await changeLevels(tx, store, { lines, why });
  const faults = levels.flatMap((level) => shortage(level, lines, after.lines) ?? []);
  if (faults.length > 0) refuse("invalid", { fields: faults.slice(0, mostFaults) });
}

function shortage(
  level: ChangedLevel,
  moved: readonly LevelLine[],
  lines: readonly DocumentLine[],
): FieldError | null {
  const { variant_id, location_id, inventory_quantity } = level;
  const change = moved.find(
    (line) =>
      line.field === "inventory_quantity" &&
      line.variant_id === variant_id &&
      line.location_id === location_id,
  )?.change;
  const short = change !== undefined && change < 0 && inventory_quantity < 0;
  if (!short || level.inventory_policy === "continue") return null;
  const at = lines.findIndex((line) => line.variant_id === variant_id);
  return {
    path: `line_items.${at}.quantity`,
    message:
      `would take ${-change} from the stock it leaves, which is ${inventory_quantity - change}, ` +
      "and the variant's inventory_policy is deny",
  };
}
