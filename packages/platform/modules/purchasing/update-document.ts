import { currencyExponent, type FieldError, isDrawn, parseMoney, refuse } from "@souk/contract";
import type { Transaction } from "@souk/database";
import type { JsonText } from "../../routing/answer.ts";
import { carryOut } from "./carry-out.ts";
import { checkPlaces } from "./check-places.ts";
import { emptyFault } from "./create-document.ts";
import { type Desk, type DocumentBody, mostFaults, type OneDocumentCall } from "./desk.ts";
import type { DocumentKind } from "./document-kind.ts";
import { lockDocument } from "./document-store.ts";
import { variantCopies } from "./line-store.ts";
import { readHeader } from "./read-header.ts";
import { readLines } from "./read-lines.ts";
import { refuseStep } from "./refuse-step.ts";
import {
  currencyOf,
  type DocumentLine,
  type Header,
  isOpen,
  sameLines,
  type WrittenDocument,
} from "./stock-document.ts";

type UpdateCall = OneDocumentCall<DocumentBody>;

/**
 * Changes the fields and lines that are sent, and sends a draft off when its status is to be that. While a document is
 * open, changed lines move stock by the difference (INV-4).
 * @throws Refusal not_found; conflict for a way between states that is not drawn and for fields that are fixed by now;
 *   invalid naming each field and line that is wrong
 */
export async function updateDocument(desk: Desk, tx: Transaction, call: UpdateCall): Promise<JsonText> {
  const { kind } = desk;
  const { store, body } = call;
  const before = await lockDocument(tx, kind, { store_id: store.id, id: call.params.id });
  const { status = before.status } = body;
  const placing = status !== before.status;
  if (placing && !isDrawn(kind.states, before.status, status, "status"))
    refuseStep(kind, before, { to: status, by: "status" });
  const { header, lines } = await readChange(desk, tx, { call, before, placing });
  requireChangeable(kind, before, { header, lines });
  const after: WrittenDocument = { ...before, status, header, lines };
  const all =
    isOpen(after) && lines.every(({ quantity, received_quantity }) => quantity === received_quantity);
  const change = { before, after: all ? { ...after, status: "received" } : after };
  const reason = placing ? kind.sentReason : `${kind.called} changed`;
  return carryOut(desk, tx, { call, change: { ...change, reason } });
}

/** What a document becomes by what is sent. @throws Refusal invalid */
async function readChange(
  { kind }: Desk,
  tx: Transaction,
  { call, before, placing }: { call: UpdateCall; before: WrittenDocument; placing: boolean },
): Promise<{ header: Header; lines: readonly DocumentLine[] }> {
  const { store, body } = call;
  const sent = body as Readonly<Record<string, unknown>>;
  const read = readHeader(kind, { before: before.header, sent, store });
  const currency = currencyOf(read.header);
  const { lines, faults: lineFaults } =
    body.line_items === undefined
      ? { lines: before.lines, faults: [] }
      : await readLines(tx, { store, before: before.lines, sent: body.line_items, currency });
  const open = placing || isOpen(before);
  const moves = [kind.from, kind.to].some(
    (field) => field !== null && read.header[field] !== before.header[field],
  );
  const sendsOff = placing || (open && hasMore(before.lines, lines));
  const { header, faults: placeFaults } =
    sendsOff || moves
      ? await checkPlaces(tx, kind, { store, header: read.header, placing: sendsOff })
      : { header: read.header, faults: [] };
  const faults = [
    ...read.faults,
    ...placeFaults,
    ...lineFaults,
    ...(currency === currencyOf(before.header) ? [] : costFaults(lines, currency)),
    ...(open && lineFaults.length === 0 ? emptyFault(lines) : []),
    ...(placing ? await goneFaults(tx, call, lines) : []),
  ];
  if (faults.length > 0) refuse("invalid", { fields: faults.slice(0, mostFaults) });
  return { header, lines };
}

/** Whether units are to come that were not on any line before. */
function hasMore(before: readonly DocumentLine[], after: readonly DocumentLine[]): boolean {
  const known = new Map(before.map(({ id, quantity }) => [id, quantity]));
  return after.some(({ id, quantity }) => quantity > (known.get(id) ?? 0));
}

/** Costs that are kept must fit a currency that is new. */
function costFaults(lines: readonly DocumentLine[], currency: string | null): FieldError[] {
  if (currency === null) return [];
  const decimals = currencyExponent(currency);
  const fits = lines.every(
    ({ cost_price }) => cost_price === null || parseMoney(cost_price, decimals) !== null,
  );
  const message = `Some cost price has more decimals than ${currency} has; change those first.`;
  return fits ? [] : [{ path: "currency_code", message }];
}

/** A draft may hold lines whose variant was deleted since; nothing can be sent off of those. */
async function goneFaults(
  tx: Transaction,
  { store }: UpdateCall,
  lines: readonly DocumentLine[],
): Promise<FieldError[]> {
  const ids = lines.map(({ variant_id }) => variant_id);
  const there = await variantCopies(tx, store, { ids, currency: null });
  return lines.flatMap(({ variant_id, id }, at) =>
    there.has(variant_id) || id === null
      ? []
      : [{ path: `line_items.${at}.variant_id`, message: "was deleted; take the line away" }],
  );
}

/** @throws Refusal conflict naming the fields that differ from before and are fixed in the document's state */
function requireChangeable(
  kind: DocumentKind,
  before: WrittenDocument,
  after: { header: Header; lines: readonly DocumentLine[] },
): void {
  const changed = [
    ...kind.fields.filter(
      (name) => JSON.stringify(before.header[name]) !== JSON.stringify(after.header[name]),
    ),
    ...(sameLines(before.lines, after.lines) ? [] : ["line_items"]),
  ];
  const free = kind.states.states[before.status]?.changes ?? [];
  const fixed = changed.filter((name) => !free.includes(name));
  if (fixed.length === 0) return;
  const state = before.status.replaceAll("_", " ");
  refuse("conflict", {
    message: `The ${kind.called} is ${state}: ${fixed.join(", ")} cannot be changed any more.`,
    fields: fixed.map((path) => ({ path, message: `cannot be changed once the ${kind.called} is ${state}` })),
  });
}
