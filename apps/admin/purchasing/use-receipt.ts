import { ApiError } from "@souk/client";
import { formatNumber, toast, useAction, useAdminConsole, useHeld, useWishes } from "@souk/ui";
import { useCallback, useState } from "react";
import { useDocumentChanged } from "./document-queries.ts";
import type { DocumentKind } from "./documents.ts";
import { leftOf } from "./receive-line.tsx";
import { sentence } from "./refused-draft.ts";
import type { DocumentLine, StockDocument } from "./stock-document.ts";
import { strings } from "./strings.ts";

interface ReceiptOf {
  kind: DocumentKind;
  document: StockDocument;
  onClose: () => void;
  onRefused: () => void;
}

interface Refusal {
  /** By the id of the line. */
  lines: ReadonlyMap<number, string>;
  /** What is over no line that is shown; null: nothing. */
  rest: unknown;
}

const noRefusal: Refusal = { lines: new Map(), rest: null };

/** What the platform refuses of the lines that were sent, beside the lines. */
function refusalOf(error: unknown, sent: readonly { id: number }[]): Refusal {
  const lines = new Map<number, string>();
  const fields = error instanceof ApiError ? error.fields : [];
  for (const { path, message } of fields) {
    const [, at = "", field] = path.split(".");
    const line = sent[Number(at)];
    if (!line || !path.startsWith("line_items.")) continue;
    lines.set(line.id, field === "id" ? strings.receive.gone : sentence(strings.columns.quantity, message));
  }
  return { lines, rest: fields.length > 0 && lines.size === fields.length ? null : error };
}

const allOf = (lines: readonly DocumentLine[]) => new Map(lines.map((line) => [line.id, leftOf(line)]));

/** Units that have come, line by line, and taking them into stock. */
export function useReceipt({ kind, document: given, onClose, onRefused }: ReceiptOf) {
  const admin = useAdminConsole();
  const changed = useDocumentChanged(kind);
  const once = useWishes();
  const { now: document, hold, failed } = useHeld(given);
  const lines = document.line_items.filter((line) => leftOf(line) > 0);
  const [come, setCome] = useState<ReadonlyMap<number, number>>(() => allOf(lines));
  const [isTouched, setTouched] = useState(false);
  const [refusal, setRefusal] = useState(noRefusal);
  const units = lines.reduce((sum, { id }) => sum + (come.get(id) ?? 0), 0);
  const problemOf = (line: DocumentLine): string | undefined =>
    (come.get(line.id) ?? 0) > leftOf(line)
      ? strings.receive.tooMany(formatNumber(leftOf(line)))
      : refusal.lines.get(line.id);
  const action = useAction<void, StockDocument>({
    run: () => {
      const sent = lines.map(({ id }) => ({ id, quantity: come.get(id) ?? 0 }));
      const line_items = sent.filter(({ quantity }) => quantity > 0);
      // The same units once more, after more of them came, are another receipt.
      const wish = [document.id, document.updated_at, line_items];
      const receive = (key: string) => kind.receive(admin, document.id, { line_items, key });
      return once(wish, receive).catch((error: unknown) => {
        failed(error, line_items);
        setRefusal(refusalOf(error, line_items));
        throw error;
      });
    },
    quiet: true,
    onDone: (answer) => {
      toast.carriedOut(strings.receive.done(formatNumber(units), units === 1), answer);
      onClose();
      changed(answer);
    },
  });
  const put = useCallback((lineId: number, count: number) => {
    setTouched(true);
    setRefusal(noRefusal);
    setCome((before) => new Map(before).set(lineId, count));
  }, []);
  const putAll = (isAll: boolean) => {
    setTouched(true);
    setRefusal(noRefusal);
    setCome(isAll ? allOf(lines) : new Map());
  };
  const send = () => {
    setRefusal(noRefusal);
    hold();
    // What is refused may have been received by somebody else meanwhile: the page shows what is left by now.
    action.run().catch(() => {
      void changed();
      onRefused();
    });
  };
  return {
    lines,
    come,
    units,
    problemOf,
    rest: refusal.rest,
    put,
    putAll,
    send,
    isTouched,
    isRunning: action.isRunning,
  };
}
