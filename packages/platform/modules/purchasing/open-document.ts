import type { Transaction } from "@souk/database";
import { namedStatement } from "../../listing/named-statement.ts";
import type { Store } from "../../routing/call.ts";
import { type LevelLine, type OpeningMovement, shareDifference } from "../inventory/index.ts";
import { checkPlaces } from "./check-places.ts";
import type { DocumentKind } from "./document-kind.ts";
import { insertDocument } from "./document-store.ts";
import { levelShare } from "./level-share.ts";
import { saveLines, variantCopies } from "./line-store.ts";
import { currencyOf, type Header, namedInLedger, type WrittenDocument } from "./stock-document.ts";

/** A document that a shop begins with, and when each thing happened to it. */
export interface PastDocument {
  header: Header;
  lines: readonly { variant_id: number; quantity: number; cost_price: string | null }[];
  created_at: Date;
  sent_at: Date;
  /** When all of it came; null: it is on its way. */
  received_at: Date | null;
  /** Who did it all. */
  account_id: number;
}

/**
 * Writes a document of the past without telling anybody.
 * @returns the lines of the ledger that follow from it, for `openStock`
 */
export async function openDocument(
  tx: Transaction,
  kind: DocumentKind,
  { store, past }: { store: Store; past: PastDocument },
): Promise<OpeningMovement[]> {
  const { header, faults } = await checkPlaces(tx, kind, { store, header: past.header, placing: true });
  if (faults.length > 0) throw new Error(faults.map(({ path, message }) => `${path} ${message}`).join(", "));
  const ids = past.lines.map(({ variant_id }) => variant_id);
  const copies = await variantCopies(tx, store, { ids, currency: currencyOf(header) });
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
  return movementsOf(kind, { id, number, ...document }, past);
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

function movementsOf(kind: DocumentKind, document: WrittenDocument, past: PastDocument): OpeningMovement[] {
  const waiting = document.lines.map((line) => ({ ...line, received_quantity: 0 }));
  const sent = levelShare(kind, { ...document, status: kind.sent, lines: waiting });
  const received = shareDifference(sent, levelShare(kind, document));
  const named = namedInLedger(kind, document);
  const told = (lines: readonly LevelLine[], at: Date, reason: string): OpeningMovement[] =>
    lines.map((line) => ({
      ...line,
      ...named,
      at,
      reason,
      actor: { kind: "account", id: String(past.account_id) },
      request_id: `demo-${named.reference}-${at.getTime()}`,
    }));
  return [
    ...told(sent, past.sent_at, kind.sentReason),
    ...(past.received_at === null ? [] : told(received, past.received_at, `${kind.called} received`)),
  ];
}
