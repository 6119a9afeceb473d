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
import { useDocumentChanged } from "./document-queries.ts";
import type { DocumentKind } from "./documents.ts";
import { getUnreceived } from "./receive-line.tsx";
import type { DocumentLine, StockDocument } from "./stock-document.ts";

interface ReceiptOptions {
  kind: DocumentKind;
  document: StockDocument;
  onClose: () => void;
  onRejected: () => void;
}

interface ReceiptErrors {
  /** The errors by line id. */
  lines: ReadonlyMap<number, string>;
  /** The error that belongs to no line shown; null: none. */
  rest: unknown;
}

const noErrors: ReceiptErrors = { lines: new Map(), rest: null };

/** Map the platform's errors on the sent lines to the lines. */
function placeErrors(error: unknown, sent: readonly { id: number }[]): ReceiptErrors {
  const lines = new Map<number, string>();
  const fields = error instanceof ApiError ? error.fields : [];
  for (const wrong of fields) {
    const [list, at = "", field] = wrong.path.split(".");
    const line = sent[Number(at)];
    if (!line || list !== "line_items") continue;
    lines.set(
      line.id,
      field === "id"
        ? texts.purchasing.receive.lineRemoved
        : describeFieldError(wrong, texts.purchasing.columns.quantity),
    );
  }
  return { lines, rest: fields.length > 0 && lines.size === fields.length ? null : error };
}

const fillUnreceived = (lines: readonly DocumentLine[]) =>
  new Map(lines.map((line) => [line.id, getUnreceived(line)]));

/** Keep the received units line by line, and receive them into stock. */
export function useReceipt({ kind, document: given, onClose, onRejected }: ReceiptOptions) {
  const admin = useAdminConsole();
  const changed = useDocumentChanged(kind);
  const once = useIdempotentSubmit();
  const { now: document, hold, failed } = useFrozenInput(given);
  const lines = document.line_items.filter((line) => getUnreceived(line) > 0);
  const [come, setCome] = useState<ReadonlyMap<number, number>>(() => fillUnreceived(lines));
  const [isTouched, setTouched] = useState(false);
  const [errors, setErrors] = useState(noErrors);
  const units = lines.reduce((sum, { id }) => sum + (come.get(id) ?? 0), 0);
  const getProblem = (line: DocumentLine): string | undefined =>
    (come.get(line.id) ?? 0) > getUnreceived(line)
      ? texts.purchasing.receive.tooMany({ left: formatNumber(getUnreceived(line)) })
      : errors.lines.get(line.id);
  const action = useAction<void, StockDocument>({
    run: () => {
      const sent = lines.map(({ id }) => ({ id, quantity: come.get(id) ?? 0 }));
      const line_items = sent.filter(({ quantity }) => quantity > 0);
      // The same units once more, after more of them came, are another receipt.
      const intent = [document.id, document.updated_at, line_items];
      const receive = (key: string) => kind.receive(admin, document.id, { line_items, key });
      return once(intent, receive).catch((error: unknown) => {
        failed(error, line_items);
        setErrors(placeErrors(error, line_items));
        throw error;
      });
    },
    quiet: true,
    onDone: (answer) => {
      toast.carriedOut(texts.purchasing.receive.done({ count: units }), answer);
      onClose();
      changed(answer);
    },
  });
  const put = useCallback((lineId: number, count: number) => {
    setTouched(true);
    setErrors(noErrors);
    setCome((before) => new Map(before).set(lineId, count));
  }, []);
  const putAll = (isAll: boolean) => {
    setTouched(true);
    setErrors(noErrors);
    setCome(isAll ? fillUnreceived(lines) : new Map());
  };
  const send = () => {
    setErrors(noErrors);
    hold();
    // After a rejection, another person may have received the units: the page shows what is still open.
    action.run().catch(() => {
      void changed();
      onRejected();
    });
  };
  return {
    lines,
    come,
    units,
    problemOf: getProblem,
    rest: errors.rest,
    put,
    putAll,
    send,
    isTouched,
    isRunning: action.isRunning,
  };
}
