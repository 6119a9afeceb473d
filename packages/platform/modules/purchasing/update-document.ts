import {
  type FieldError,
  fieldError,
  getCurrencyExponent,
  hasTransition,
  parseMoney,
  throwApiError,
} from "@souk/contract";
import type { Transaction } from "@souk/database";
import { formatStatus } from "../../infrastructure/format-status.ts";
import type { JsonText } from "../../infrastructure/routing/response.ts";
import { applyChange } from "./apply-change.ts";
import { lockAndCheckLocations } from "./check-locations.ts";
import { findMissingLinesErrors } from "./create-document.ts";
import { type DocumentBody, maxErrors, type SingleDocumentCall } from "./document-call.ts";
import type { DocumentKind } from "./document-kind.ts";
import { lockDocument } from "./document-store.ts";
import type { DocumentLine } from "./line-columns.ts";
import { loadVariantCopies } from "./line-store.ts";
import { readHeader } from "./read-header.ts";
import { readLines } from "./read-lines.ts";
import {
  getDocumentCurrency,
  type Header,
  hasIncomingUnits,
  hasSameLines,
  type SavedDocument,
} from "./stock-document.ts";
import { throwTransitionConflict } from "./throw-transition-conflict.ts";

type UpdateCall = SingleDocumentCall<DocumentBody>;

/**
 * Update a purchase order or a transfer. Omitted fields are left unchanged. A new status orders or sends a draft.
 * While units of a document are incoming, changed lines change stock by the difference (INV-4).
 * @throws ApiError `not_found`; `conflict` for a status change that is not allowed, and for fixed fields; `invalid` for
 *   each invalid field and line
 */
export async function updateDocument(
  kind: DocumentKind,
  tx: Transaction,
  call: UpdateCall,
): Promise<JsonText> {
  const { store, body } = call;
  const before = await lockDocument(tx, kind, { store_id: store.id, id: call.params.id });
  const { status = before.status } = body;
  // A draft is sent by its new status, which is `ordered` for a purchase order and `in_transit` for a transfer.
  const isSending = status !== before.status;
  if (isSending && !hasTransition(kind.states, before.status, status, "status"))
    throwTransitionConflict(kind, before, { status, trigger: "status" });
  const { header, lines } = await lockLocationsAndReadChange(kind, tx, { call, before, isSending });
  assertEditable(kind, before, { header, lines });
  const after: SavedDocument = { ...before, status, header, lines };
  const isComplete =
    hasIncomingUnits(after) &&
    lines.every(({ quantity, received_quantity }) => quantity === received_quantity);
  const change = { before, after: isComplete ? { ...after, status: "received" } : after };
  const reason = isSending ? kind.sendReason : `${kind.label} changed`;
  return applyChange(kind, tx, { call, change: { ...change, reason } });
}

/**
 * Build the header and lines of a document after the changes of a request. Lock the document's locations if the request sends units or
 * changes a location.
 * @throws ApiError `invalid` for each invalid field and line
 */
async function lockLocationsAndReadChange(
  kind: DocumentKind,
  tx: Transaction,
  { call, before, isSending }: { call: UpdateCall; before: SavedDocument; isSending: boolean },
): Promise<{ header: Header; lines: readonly DocumentLine[] }> {
  const { store, body } = call;
  const fields = body as Readonly<Record<string, unknown>>;
  const headerResult = readHeader(kind, { current: before.header, body: fields, store });
  const currency = getDocumentCurrency(headerResult.header);
  const { lines, errors: lineErrors } =
    body.line_items === undefined
      ? { lines: before.lines, errors: [] }
      : await readLines(tx, { store, currentLines: before.lines, requestLines: body.line_items, currency });
  const hasIncomingAfterwards = isSending || hasIncomingUnits(before);
  const changesLocation = [kind.originField, kind.destinationField].some(
    (field) => field !== null && headerResult.header[field] !== before.header[field],
  );
  const sendsUnits = isSending || (hasIncomingAfterwards && hasMoreUnits(before.lines, lines));
  const { header, errors: locationErrors } =
    sendsUnits || changesLocation
      ? await lockAndCheckLocations(tx, kind, { store, header: headerResult.header, isSending: sendsUnits })
      : { header: headerResult.header, errors: [] };
  const errors = [
    ...headerResult.errors,
    ...locationErrors,
    ...lineErrors,
    ...(currency === getDocumentCurrency(before.header) ? [] : findCostErrors(lines, currency)),
    ...(hasIncomingAfterwards && lineErrors.length === 0 ? findMissingLinesErrors(kind, lines) : []),
    ...(isSending ? await findDeletedVariantErrors(tx, call, lines) : []),
  ];
  if (errors.length > 0) throwApiError("invalid", { fields: errors.slice(0, maxErrors) });
  return { header, lines };
}

/** Return whether any line has more units than before, or is new. */
function hasMoreUnits(before: readonly DocumentLine[], after: readonly DocumentLine[]): boolean {
  const quantitiesBefore = new Map(before.map(({ id, quantity }) => [id, quantity]));
  return after.some(({ id, quantity }) => quantity > (quantitiesBefore.get(id) ?? 0));
}

/** Return an error if any cost price has more decimal places than the document's new currency. */
function findCostErrors(lines: readonly DocumentLine[], currency: string | null): FieldError[] {
  if (currency === null) return [];
  const decimals = getCurrencyExponent(currency);
  const isValid = lines.every(
    ({ cost_price }) => cost_price === null || parseMoney(cost_price, decimals) !== null,
  );
  const sentence = `A cost price has more decimal places than ${currency}. Change that cost price first.`;
  return isValid ? [] : [fieldError("currency_code", "conflict", { with: "line_items" }, sentence)];
}

/**
 * Return an error for each current line whose variant was deleted. A draft can have such lines, but cannot be sent with them.
 * New lines, which have no id, were checked when they were read.
 */
async function findDeletedVariantErrors(
  tx: Transaction,
  { store }: UpdateCall,
  lines: readonly DocumentLine[],
): Promise<FieldError[]> {
  const ids = lines.map(({ variant_id }) => variant_id);
  const existingVariants = await loadVariantCopies(tx, store, { ids, currency: null });
  return lines.flatMap(({ variant_id, id }, index) =>
    existingVariants.has(variant_id) || id === null
      ? []
      : [
          fieldError(
            `line_items.${index}.variant_id`,
            "not_found",
            { resource: "variant" },
            "The variant of this line was deleted. Remove the line.",
          ),
        ],
  );
}

/**
 * Assert that a request changes only fields that can be changed in the document's current status.
 * @throws ApiError `conflict` for each changed field that is fixed
 */
function assertEditable(
  kind: DocumentKind,
  before: SavedDocument,
  after: { header: Header; lines: readonly DocumentLine[] },
): void {
  const changedFields = [
    ...kind.fields.filter(
      (name) => JSON.stringify(before.header[name]) !== JSON.stringify(after.header[name]),
    ),
    ...(hasSameLines(before.lines, after.lines) ? [] : ["line_items"]),
  ];
  const editableFields = kind.states.states[before.status]?.editableFields ?? [];
  const fixedFields = changedFields.filter((name) => !editableFields.includes(name));
  if (fixedFields.length === 0) return;
  const state = formatStatus(before.status);
  throwApiError("conflict", {
    message: `The ${kind.label} is ${state}, so ${fixedFields.join(", ")} can no longer be changed.`,
    fields: fixedFields.map((path) =>
      fieldError(path, "not_allowed", {}, `{field} cannot be changed once the ${kind.label} is ${state}.`),
    ),
  });
}
