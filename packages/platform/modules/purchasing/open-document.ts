import { insertFieldName } from "@souk/contract";
import type { Transaction } from "@souk/database";
import { namedStatement } from "../../infrastructure/listing/named-statement.ts";
import type { Store } from "../../infrastructure/routing/call.ts";
import { diffStockEffects, type LevelLine, type OpeningMovement } from "../inventory/index.ts";
import { checkPlaces } from "./check-places.ts";
import type { DocumentKind } from "./document-kind.ts";
import { insertDocument } from "./document-store.ts";
import { saveLines, variantCopies } from "./line-store.ts";
import { getDocumentCurrency, type Header, namedInLedger, type WrittenDocument } from "./stock-document.ts";
import { computeStockEffect } from "./stock-effect.ts";

/** A document that a store begins with, and the times of its states. */
export interface PastDocument {
  header: Header;
  lines: readonly { variant_id: number; quantity: number; cost_price: string | null }[];
  created_at: Date;
  sent_at: Date;
  /** When all of it was received; null: it is in transit. */
  received_at: Date | null;
  /** The account that is the actor of all of it. */
  account_id: number;
}

/**
 * Write a document of the past without publishing events.
 * @returns the lines of the ledger that follow from it, for `openStock`
 */
export async function openDocument(
  tx: Transaction,
  kind: DocumentKind,
  { store, past }: { store: Store; past: PastDocument },
): Promise<OpeningMovement[]> {
  const { header, errors } = await checkPlaces(tx, kind, { store, header: past.header, placing: true });
  if (errors.length > 0)
    throw new Error(errors.map(({ path, message }) => insertFieldName(message, path)).join(" "));
  const ids = past.lines.map(({ variant_id }) => variant_id);
  const copies = await variantCopies(tx, store, { ids, currency: getDocumentCurrency(header) });
  const come = past.received_at !== null;
  const lines = past.lines.map(({ variant_id, quantity, cost_price }) => {
    const copy = copies.get(variant_id);
    if (copy === undefined) throw new Error(`Variant ${variant_id} is not there.`);
    return { id: null, variant_id, ...copy, quantity, received_quantity: come ? quantity : 0, cost_price };
  });
  const status = come ? "received" : kind.sent;
  const document = { status, header, lines };
  const { id, number } = await insertDocument(tx, kind, { store_id: store.id, document });
  await saveLines(tx, kind, { store_id: store.id, document_id: id, before: [], after: lines });
  await dateDocument(tx, kind, { store_id: store.id, id, past });
  return buildMovements(kind, { id, number, ...document }, past);
}

async function dateDocument(
  tx: Transaction,
  { plural, sentAt }: DocumentKind,
  { store_id, id, past }: { store_id: number; id: number; past: PastDocument },
): Promise<void> {
  const { created_at, sent_at, received_at } = past;
  const text = `
    update ${plural} set created_at = $3, ${sentAt} = $4, received_at = $5, updated_at = $6
    where store_id = $1 and id = $2`;
  const values = [store_id, id, created_at, sent_at, received_at, received_at ?? sent_at];
  await tx.query(namedStatement(`${plural}_date`, text), values);
}

function buildMovements(
  kind: DocumentKind,
  document: WrittenDocument,
  past: PastDocument,
): OpeningMovement[] {
  const waiting = document.lines.map((line) => ({ ...line, received_quantity: 0 }));
  const sent = computeStockEffect(kind, { ...document, status: kind.sent, lines: waiting });
  const received = diffStockEffects(sent, computeStockEffect(kind, document));
  const named = namedInLedger(kind, document);
  const toMovements = (lines: readonly LevelLine[], time: Date, reason: string): OpeningMovement[] =>
    lines.map((line) => ({
      ...line,
      ...named,
      at: time,
      reason,
      actor: { kind: "account", id: String(past.account_id) },
      request_id: `demo-${named.reference}-${time.getTime()}`,
    }));
  return [
    ...toMovements(sent, past.sent_at, kind.sentReason),
    ...(past.received_at === null ? [] : toMovements(received, past.received_at, `${kind.called} received`)),
  ];
}
