import { type FieldError, fieldError, throwApiError } from "@souk/contract";
import type { Transaction } from "@souk/database";
import type { Cause } from "../../infrastructure/routing/actor.ts";
import type { Store } from "../../infrastructure/routing/call.ts";
import { type ChangedLevel, changeLevels, diffStockEffects, type LevelLine } from "../inventory/index.ts";
import { maxErrors } from "./document-call.ts";
import type { DocumentKind } from "./document-kind.ts";
import {
  type DocumentLine,
  namedInLedger,
  type StockDocument,
  type WrittenDocument,
} from "./stock-document.ts";
import { computeStockEffect } from "./stock-effect.ts";

/** A change of a document, and its reason in the ledger. */
export interface StockMove {
  store: Store;
  cause: Cause;
  /** The document before the change. Null: it is new. */
  before: StockDocument | null;
  after: WrittenDocument;
  reason: string;
}

/**
 * Move levels by the difference that a change of a document makes, with a movement of each (INV-4). A deleted variant
 * has no level to move.
 * @throws ApiError invalid naming each line that would take a variant with policy deny below 0
 */
export async function moveStock(
  kind: DocumentKind,
  tx: Transaction,
  { store, cause, before, after, reason }: StockMove,
): Promise<void> {
  const lines = diffStockEffects(
    before ? computeStockEffect(kind, before) : [],
    computeStockEffect(kind, after),
  );
  const why = { cause, context: kind.context, reason, ...namedInLedger(kind, after) };
  const levels = await changeLevels(tx, store, { lines, why });
  const errors = levels.flatMap((level) => shortage(level, lines, after.lines) ?? []);
  if (errors.length > 0) throwApiError("invalid", { fields: errors.slice(0, maxErrors) });
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
  return fieldError(
    `line_items.${at}.quantity`,
    "insufficient_stock",
    { available: inventory_quantity - change, variant_id },
    `Only ${inventory_quantity - change} available at the origin.`,
  );
}
