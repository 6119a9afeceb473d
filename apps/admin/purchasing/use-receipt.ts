import { ApiError } from "@souk/client";
import {
  describeFieldError,
  formatNumber,
  toast,
  useAction,
  useAdminConsole,
  useFrozenInput,
  useIdempotentSubmit,
} from "@souk/ui";
import { useCallback, useState } from "react";
import { texts } from "../texts.ts";
import { useCacheDocument } from "./document-queries.ts";
import type { DocumentKind } from "./documents.ts";
import { getUnreceivedUnits } from "./receive-line.tsx";
import type { DocumentLine, StockDocument } from "./stock-document.ts";

interface ReceiptOptions {
  kind: DocumentKind;
  document: StockDocument;
  onClose: () => void;
  /** Called when the units could not be received. */
  onRejected: () => void;
}

interface ReceiptErrors {
  /** The errors of lines, by line id. */
  lines: ReadonlyMap<number, string>;
  /** The error that belongs to no shown line; null if there is none. */
  otherError: unknown;
}

const noErrors: ReceiptErrors = { lines: new Map(), otherError: null };

/**
 * Map the API's errors for lines of the request to these lines.
 * @param requestLines the lines in the same order as in the request
 */
function mapErrorsToLines(error: unknown, requestLines: readonly { id: number }[]): ReceiptErrors {
  const lines = new Map<number, string>();
  const fields = error instanceof ApiError ? error.fields : [];
  for (const fieldError of fields) {
    const [listName, index = "", lineField] = fieldError.path.split(".");
    const line = requestLines[Number(index)];
    if (!line || listName !== "line_items") continue;
    lines.set(
      line.id,
      lineField === "id"
        ? texts.purchasing.receive.lineRemoved
        : describeFieldError(fieldError, texts.purchasing.columns.quantity),
    );
  }
  return { lines, otherError: fields.length > 0 && lines.size === fields.length ? null : error };
}

const createFullQuantities = (lines: readonly DocumentLine[]) =>
  new Map(lines.map((line) => [line.id, getUnreceivedUnits(line)]));

/**
 * Return the quantities to receive for each line of a stock document, and the functions that change these quantities and
 * receive them into stock.
 */
export function useReceipt({ kind, document: latestDocument, onClose, onRejected }: ReceiptOptions) {
  const admin = useAdminConsole();
  const refreshDocument = useCacheDocument(kind);
  const submitOnce = useIdempotentSubmit();
  // While it is unknown whether a request was executed, the form must not change, so that a retry sends the same request.
  const frozenDocument = useFrozenInput(latestDocument);
  const document = frozenDocument.current;
  const lines = document.line_items.filter((line) => getUnreceivedUnits(line) > 0);
  const [quantities, setQuantities] = useState<ReadonlyMap<number, number>>(() =>
    createFullQuantities(lines),
  );
  const [isEdited, setEdited] = useState(false);
  const [errors, setErrors] = useState(noErrors);
  const unitCount = lines.reduce((sum, { id }) => sum + (quantities.get(id) ?? 0), 0);
  const getError = (line: DocumentLine): string | undefined =>
    (quantities.get(line.id) ?? 0) > getUnreceivedUnits(line)
      ? texts.purchasing.receive.tooMany({ remaining: formatNumber(getUnreceivedUnits(line)) })
      : errors.lines.get(line.id);
  const action = useAction<void, StockDocument>({
    run: () => {
      const allLines = lines.map(({ id }) => ({ id, quantity: quantities.get(id) ?? 0 }));
      const line_items = allLines.filter(({ quantity }) => quantity > 0);
      // `updated_at` is included so that receiving the same quantities again later is a new receipt, not a retry.
      const intent = [document.id, document.updated_at, line_items];
      const receive = (idempotencyKey: string) =>
        kind.receive(admin, document.id, { line_items, idempotencyKey });
      return submitOnce(intent, receive).catch((error: unknown) => {
        frozenDocument.handleFailure(error, line_items);
        setErrors(mapErrorsToLines(error, line_items));
        throw error;
      });
    },
    quiet: true,
    onDone: (response) => {
      toast.doneOrReplayed(texts.purchasing.receive.done({ count: unitCount }), response);
      onClose();
      refreshDocument(response);
    },
  });
  const setQuantity = useCallback((lineId: number, quantity: number) => {
    setEdited(true);
    setErrors(noErrors);
    setQuantities((current) => new Map(current).set(lineId, quantity));
  }, []);
  const replaceQuantities = (newQuantities: ReadonlyMap<number, number>) => {
    setEdited(true);
    setErrors(noErrors);
    setQuantities(newQuantities);
  };
  const fillQuantities = () => replaceQuantities(createFullQuantities(lines));
  const clearQuantities = () => replaceQuantities(new Map());
  const send = () => {
    setErrors(noErrors);
    frozenDocument.freeze();
    // If the request is rejected, another person may have received units, so refetch the document.
    action.run().catch(() => {
      void refreshDocument();
      onRejected();
    });
  };
  return {
    lines,
    quantities,
    unitCount,
    getError,
    otherError: errors.otherError,
    setQuantity,
    fillQuantities,
    clearQuantities,
    send,
    isEdited,
    isRunning: action.isRunning,
  };
}
