/** What takes a purchase order or a transfer from one state to another. */
export type Step =
  /** A PUT that sends the new status. */
  | "status"
  /** Receiving units. */
  | "receive"
  /** A PUT of line items that leaves nothing to receive. */
  | "lines"
  | "cancel";

export interface Transition<S extends string> {
  from: S;
  to: S;
  by: Step;
}

/** What holds in one state. */
export interface StateRules {
  meaning: string;
  /** The fields that a PUT may change here; sending what they already are is never refused. */
  changes: readonly string[];
  /** Whether the record can be deleted here. */
  deletable: boolean;
}

/** The states of a record and every way from one to another; a way that is not drawn is a conflict (409). */
export interface StateTable<S extends string = string> {
  resource: string;
  states: Readonly<Record<S, StateRules>>;
  /** The states it can be created in, the usual one first. */
  created: readonly S[];
  transitions: readonly Transition<S>[];
}

type DocumentState<Sent extends string> = "draft" | Sent | "partially_received" | "received" | "cancelled";

interface DocumentWords<Sent extends string> {
  resource: string;
  sent: Sent;
  /** The fields beside line_items, expected_at and note that a PUT may change in a draft, and while it is open. */
  inDraft: readonly string[];
  whileOpen: readonly string[];
  meanings: Readonly<Record<DocumentState<Sent>, string>>;
}

function documentStates<const Sent extends string>(
  words: DocumentWords<Sent>,
): StateTable<DocumentState<Sent>> {
  const { resource, sent, meanings } = words;
  const open = ["expected_at", "note", "line_items", ...words.whileOpen];
  const rules = (changes: readonly string[], deletable: boolean) => ({ changes, deletable });
  const states: Record<string, StateRules> = {
    draft: { meaning: meanings.draft, ...rules([...words.inDraft, ...open], true) },
    [sent]: { meaning: meanings[sent], ...rules(open, false) },
    partially_received: { meaning: meanings.partially_received, ...rules(open, false) },
    received: { meaning: meanings.received, ...rules(["note"], false) },
    cancelled: { meaning: meanings.cancelled, ...rules(["note"], true) },
  };
  return {
    resource,
    states: states as Record<DocumentState<Sent>, StateRules>,
    created: ["draft", sent],
    transitions: [
      { from: "draft", to: sent, by: "status" },
      { from: "draft", to: "cancelled", by: "cancel" },
      { from: sent, to: "partially_received", by: "receive" },
      { from: sent, to: "received", by: "receive" },
      { from: sent, to: "cancelled", by: "cancel" },
      { from: "partially_received", to: "partially_received", by: "receive" },
      { from: "partially_received", to: "received", by: "receive" },
      { from: "partially_received", to: "received", by: "lines" },
      { from: "partially_received", to: "cancelled", by: "cancel" },
    ],
  };
}

/** The states of a purchase order. */
export const purchaseOrderStates = documentStates({
  resource: "purchase_orders",
  sent: "ordered",
  inDraft: ["location_id", "currency_code"],
  whileOpen: ["supplier_name"],
  meanings: {
    draft: "Being written; moves no stock.",
    ordered: "Placed with the supplier: its units are incoming at the location.",
    partially_received: "Some of its units have come; the rest are incoming.",
    received: "All of its units have come.",
    cancelled: "What had not come is no longer expected; what had come stays in stock.",
  },
});

/** The states of a transfer. */
export const transferStates = documentStates({
  resource: "transfers",
  sent: "in_transit",
  inDraft: ["from_location_id", "to_location_id"],
  whileOpen: [],
  meanings: {
    draft: "Being written; moves no stock.",
    in_transit: "On the way: its units have left the origin and are incoming at the destination.",
    partially_received: "Some of its units have come; the rest are incoming.",
    received: "All of its units have come.",
    cancelled: "What had not come is back at the origin; what had come stays at the destination.",
  },
});

/** Whether a table draws a way from one state to another. */
export function isDrawn({ transitions }: StateTable, from: string, to: string, by: Step): boolean {
  return transitions.some((way) => way.from === from && way.to === to && way.by === by);
}
