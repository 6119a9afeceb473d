import { type FieldError, fieldError, throwApiError } from "@souk/contract";
import type { Transaction } from "@souk/database";
import type { Cause } from "../../infrastructure/routing/actor.ts";
import type { Store } from "../../infrastructure/routing/call.ts";
import { type ChangedLevel, changeLevels, diffStockEffects, type LevelLine } from "../inventory/index.ts";
import { maxErrors } from "./document-call.ts";
import type { DocumentKind } from "./document-kind.ts";
import type { DocumentLine } from "./line-columns.ts";
import { buildLedgerReference, type SavedDocument, type StockDocument } from "./stock-document.ts";
import { computeStockEffect } from "./stock-effect.ts";

/** A change of a document, by which stock changes. */
export interface StockChange {
  store: Store;
  cause: Cause;
  /** The document before the change; null if the document is new. */
  before: StockDocument | null;
  after: SavedDocument;
  /** The reason that the ledger shows. */
  reason: string;
}

/**
 * Change levels by the difference between a document's stock effects before and after a change, and record the movements
 * (INV-4). Deleted variants have no levels, so they are ignored.
 * @throws ApiError `invalid` for each line that would make the stock of a variant with the policy `deny` negative
 */
export async function changeStock(
  kind: DocumentKind,
  tx: Transaction,
  { store, cause, before, after, reason }: StockChange,
): Promise<void> {
  const levelLines = diffStockEffects(
    before ? computeStockEffect(kind, before) : [],
    computeStockEffect(kind, after),
  );
  const changeReason = { cause, context: kind.context, reason, ...buildLedgerReference(kind, after) };
  const levels = await changeLevels(tx, store, { lines: levelLines, changeReason });
  const errors = levels.flatMap((level) => findShortageError(level, levelLines, after.lines) ?? []);
  if (errors.length > 0) throwApiError("invalid", { fields: errors.slice(0, maxErrors) });
}

function findShortageError(
  level: ChangedLevel,
  levelLines: readonly LevelLine[],
  documentLines: readonly DocumentLine[],
): FieldError | null {
  const { variant_id, location_id, inventory_quantity } = level;
  const change = levelLines.find(
    (line) =>
      line.field === "inventory_quantity" &&
      line.variant_id === variant_id &&
      line.location_id === location_id,
  )?.change;
  const isShort = change !== undefined && change < 0 && inventory_quantity < 0;
  if (!isShort || level.inventory_policy === "continue") return null;
  const lineIndex = documentLines.findIndex((line) => line.variant_id === variant_id);
  return fieldError(
    `line_items.${lineIndex}.quantity`,
    "insufficient_stock",
    { available: inventory_quantity - change, variant_id },
    `Only ${inventory_quantity - change} available at the location that the transfer ships from.`,
  );
}
