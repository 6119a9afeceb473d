import {
  type FieldError,
  fieldError,
  getCurrencyExponent,
  hasTransition,
  parseMoney,
  throwApiError,
} from "@souk/contract";
import type { Transaction } from "@souk/database";
import type { JsonText } from "../../infrastructure/routing/answer.ts";
import { carryOut } from "./carry-out.ts";
import { checkPlaces } from "./check-places.ts";
import { findEmptyErrors } from "./create-document.ts";
import { type DocumentBody, maxErrors, type OneDocumentCall } from "./document-call.ts";
import type { DocumentKind } from "./document-kind.ts";
import { lockDocument } from "./document-store.ts";
import { variantCopies } from "./line-store.ts";
import { readHeader } from "./read-header.ts";
import { readLines } from "./read-lines.ts";
import { rejectStep } from "./reject-step.ts";
import {
  type DocumentLine,
  getDocumentCurrency,
  type Header,
  isOpen,
  sameLines,
  type WrittenDocument,
} from "./stock-document.ts";

type UpdateCall = OneDocumentCall<DocumentBody>;

/**
 * Update the sent fields and lines, and send a draft when its new status says so. While a document is open, changed
 * lines move stock by the difference (INV-4).
 * @throws ApiError not_found; conflict for an impossible change of status and for fixed fields; invalid naming each
 *   invalid field and line
 */
export async function updateDocument(
  kind: DocumentKind,
  tx: Transaction,
  call: UpdateCall,
): Promise<JsonText> {
  const { store, body } = call;
  const before = await lockDocument(tx, kind, { store_id: store.id, id: call.params.id });
  const { status = before.status } = body;
  const placing = status !== before.status;
  if (placing && !hasTransition(kind.states, before.status, status, "status"))
    rejectStep(kind, before, { to: status, by: "status" });
  const { header, lines } = await readChange(kind, tx, { call, before, placing });
  assertChangeable(kind, before, { header, lines });
  const after: WrittenDocument = { ...before, status, header, lines };
  const all =
    isOpen(after) && lines.every(({ quantity, received_quantity }) => quantity === received_quantity);
  const change = { before, after: all ? { ...after, status: "received" } : after };
  const reason = placing ? kind.sentReason : `${kind.called} changed`;
  return carryOut(kind, tx, { call, change: { ...change, reason } });
}

/** Compute a document after the sent changes. @throws ApiError invalid */
async function readChange(
  kind: DocumentKind,
  tx: Transaction,
  { call, before, placing }: { call: UpdateCall; before: WrittenDocument; placing: boolean },
): Promise<{ header: Header; lines: readonly DocumentLine[] }> {
  const { store, body } = call;
  const sent = body as Readonly<Record<string, unknown>>;
  const read = readHeader(kind, { before: before.header, sent, store });
  const currency = getDocumentCurrency(read.header);
  const { lines, errors: lineErrors } =
    body.line_items === undefined
      ? { lines: before.lines, errors: [] }
      : await readLines(tx, { store, before: before.lines, sent: body.line_items, currency });
  const open = placing || isOpen(before);
  const moves = [kind.from, kind.to].some(
    (field) => field !== null && read.header[field] !== before.header[field],
  );
  const sendsOff = placing || (open && hasMore(before.lines, lines));
  const { header, errors: locationErrors } =
    sendsOff || moves
      ? await checkPlaces(tx, kind, { store, header: read.header, placing: sendsOff })
      : { header: read.header, errors: [] };
  const errors = [
    ...read.errors,
    ...locationErrors,
    ...lineErrors,
    ...(currency === getDocumentCurrency(before.header) ? [] : findCostErrors(lines, currency)),
    ...(open && lineErrors.length === 0 ? findEmptyErrors(kind, lines) : []),
    ...(placing ? await findDeletedVariantErrors(tx, call, lines) : []),
  ];
  if (errors.length > 0) throwApiError("invalid", { fields: errors.slice(0, maxErrors) });
  return { header, lines };
}

/** Return whether units are expected that were not on any line before. */
function hasMore(before: readonly DocumentLine[], after: readonly DocumentLine[]): boolean {
  const known = new Map(before.map(({ id, quantity }) => [id, quantity]));
  return after.some(({ id, quantity }) => quantity > (known.get(id) ?? 0));
}

/** Return an error for each kept cost that does not fit a new currency. */
function findCostErrors(lines: readonly DocumentLine[], currency: string | null): FieldError[] {
  if (currency === null) return [];
  const decimals = getCurrencyExponent(currency);
  const fits = lines.every(
    ({ cost_price }) => cost_price === null || parseMoney(cost_price, decimals) !== null,
  );
  const sentence = `A cost price has more decimals than ${currency}. Change it first.`;
  return fits ? [] : [fieldError("currency_code", "conflict", { with: "line_items" }, sentence)];
}

/** Return an error for each line of a deleted variant: a draft may hold such lines, but cannot be sent with them. */
async function findDeletedVariantErrors(
  tx: Transaction,
  { store }: UpdateCall,
  lines: readonly DocumentLine[],
): Promise<FieldError[]> {
  const ids = lines.map(({ variant_id }) => variant_id);
  const there = await variantCopies(tx, store, { ids, currency: null });
  return lines.flatMap(({ variant_id, id }, index) =>
    there.has(variant_id) || id === null
      ? []
      : [
          fieldError(
            `line_items.${index}.variant_id`,
            "not_found",
            { resource: "variant" },
            "The variant was deleted. Remove the line.",
          ),
        ],
  );
}

/**
 * Check that only changeable fields differ.
 * @throws ApiError conflict naming the changed fields that are fixed in the document's state
 */
function assertChangeable(
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
  const free = kind.states.states[before.status]?.editableFields ?? [];
  const fixed = changed.filter((name) => !free.includes(name));
  if (fixed.length === 0) return;
  const state = before.status.replaceAll("_", " ");
  throwApiError("conflict", {
    message: `The ${kind.called} is ${state}, so ${fixed.join(", ")} can no longer be changed.`,
    fields: fixed.map((path) =>
      fieldError(path, "not_allowed", {}, `{field} cannot be changed once the ${kind.called} is ${state}.`),
    ),
  });
}
