import { insertFieldName } from "@souk/contract";
import type { Transaction } from "@souk/database";
import { getNamedStatement } from "../../infrastructure/listing/named-statement.ts";
import type { Store } from "../../infrastructure/routing/call.ts";
import { diffStockEffects, type InitialMovement, type LevelLine } from "../inventory/index.ts";
import { lockAndCheckLocations } from "./check-locations.ts";
import type { DocumentKind } from "./document-kind.ts";
import { insertDocument } from "./document-store.ts";
import { loadVariantCopies, saveLines } from "./line-store.ts";
import {
  buildLedgerReference,
  getDocumentCurrency,
  type Header,
  type SavedDocument,
} from "./stock-document.ts";
import { computeStockEffect } from "./stock-effect.ts";

/** A document of a demo store that was sent, and possibly received, in the past. */
export interface HistoricalDocument {
  header: Header;
  lines: readonly { variant_id: number; quantity: number; cost_price: string | null }[];
  created_at: Date;
  sent_at: Date;
  /** The time when all units were received; null if they are in transit. */
  received_at: Date | null;
  /** The id of the account that is the actor of all movements. */
  account_id: number;
}

/**
 * Insert a document with times in the past, without publishing events.
 * @returns the stock movements that the document causes, for `insertInitialStock`
 */
export async function insertHistoricalDocument(
  tx: Transaction,
  kind: DocumentKind,
  { store, document }: { store: Store; document: HistoricalDocument },
): Promise<InitialMovement[]> {
  const { header, errors } = await lockAndCheckLocations(tx, kind, {
    store,
    header: document.header,
    isSending: true,
  });
  if (errors.length > 0)
    throw new Error(errors.map(({ path, message }) => insertFieldName(message, path)).join(" "));
  const ids = document.lines.map(({ variant_id }) => variant_id);
  const copies = await loadVariantCopies(tx, store, { ids, currency: getDocumentCurrency(header) });
  const isReceived = document.received_at !== null;
  const lines = document.lines.map(({ variant_id, quantity, cost_price }) => {
    const copy = copies.get(variant_id);
    if (copy === undefined) throw new Error(`Variant ${variant_id} does not exist.`);
    return {
      id: null,
      variant_id,
      ...copy,
      quantity,
      received_quantity: isReceived ? quantity : 0,
      cost_price,
    };
  });
  const status = isReceived ? "received" : kind.sentStatus;
  const row = { status, header, lines };
  const { id, number } = await insertDocument(tx, kind, { store_id: store.id, document: row });
  await saveLines(tx, kind, { store_id: store.id, document_id: id, before: [], after: lines });
  await updateTimes(tx, kind, { store_id: store.id, id, document });
  return buildMovements(kind, { id, number, ...row }, document);
}

async function updateTimes(
  tx: Transaction,
  { plural, sentAtColumn }: DocumentKind,
  { store_id, id, document }: { store_id: number; id: number; document: HistoricalDocument },
): Promise<void> {
  const { created_at, sent_at, received_at } = document;
  const text = `
    update ${plural} set created_at = $3, ${sentAtColumn} = $4, received_at = $5, updated_at = $6
    where store_id = $1 and id = $2`;
  const values = [store_id, id, created_at, sent_at, received_at, received_at ?? sent_at];
  await tx.query(getNamedStatement(`${plural}_date`, text), values);
}

function buildMovements(
  kind: DocumentKind,
  document: SavedDocument,
  { sent_at, received_at, account_id }: HistoricalDocument,
): InitialMovement[] {
  const unreceivedLines = document.lines.map((line) => ({ ...line, received_quantity: 0 }));
  const sentEffect = computeStockEffect(kind, {
    ...document,
    status: kind.sentStatus,
    lines: unreceivedLines,
  });
  const receivedChanges = diffStockEffects(sentEffect, computeStockEffect(kind, document));
  const reference = buildLedgerReference(kind, document);
  const buildMovementsAt = (lines: readonly LevelLine[], time: Date, reason: string): InitialMovement[] =>
    lines.map((line) => ({
      ...line,
      ...reference,
      at: time,
      reason,
      actor: { kind: "account", id: String(account_id) },
      request_id: `demo-${reference.reference}-${time.getTime()}`,
    }));
  return [
    ...buildMovementsAt(sentEffect, sent_at, kind.sendReason),
    ...(received_at === null ? [] : buildMovementsAt(receivedChanges, received_at, `${kind.label} received`)),
  ];
}
