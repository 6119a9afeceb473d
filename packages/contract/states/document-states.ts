/** Trigger that takes a purchase order or a transfer from one state to another. */
export type TransitionTrigger =
  /** PUT with the new status. */
  | "status"
  /** POST to receive units. */
  | "receive"
  /** PUT of line items that leaves nothing to receive. */
  | "lines"
  | "cancel";

export interface Transition<S extends string> {
  from: S;
  to: S;
  trigger: TransitionTrigger;
}

/** Rules that apply in one state. */
export interface StateRules {
  meaning: string;
  /** Fields that PUT can change in this state. Sending their current values is never rejected. */
  editableFields: readonly string[];
  /** True when the record can be deleted in this state. */
  isDeletable: boolean;
}

/** States of a record and the transitions between them. A transition that is not listed is a conflict (409). */
export interface StateTable<S extends string = string> {
  resource: string;
  states: Readonly<Record<S, StateRules>>;
  /** States in which the record can be created, the default first. */
  initialStates: readonly S[];
  transitions: readonly Transition<S>[];
}

type DocumentState<Sent extends string> = "draft" | Sent | "partially_received" | "received" | "cancelled";

interface DocumentStateOptions<Sent extends string> {
  resource: string;
  sent: Sent;
  /**
   * Fields besides line_items, expected_at and note that PUT can change in a draft, and while the record is open.
   */
  inDraft: readonly string[];
  whileOpen: readonly string[];
  meanings: Readonly<Record<DocumentState<Sent>, string>>;
}

function createDocumentStates<const Sent extends string>(
  words: DocumentStateOptions<Sent>,
): StateTable<DocumentState<Sent>> {
  const { resource, sent, meanings } = words;
  const open = ["expected_at", "note", "line_items", ...words.whileOpen];
  const rules = (editableFields: readonly string[], isDeletable: boolean) => ({
    editableFields,
    isDeletable,
  });
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
    initialStates: ["draft", sent],
    transitions: [
      { from: "draft", to: sent, trigger: "status" },
      { from: "draft", to: "cancelled", trigger: "cancel" },
      { from: sent, to: "partially_received", trigger: "receive" },
      { from: sent, to: "received", trigger: "receive" },
      { from: sent, to: "cancelled", trigger: "cancel" },
      { from: "partially_received", to: "partially_received", trigger: "receive" },
      { from: "partially_received", to: "received", trigger: "receive" },
      { from: "partially_received", to: "received", trigger: "lines" },
      { from: "partially_received", to: "cancelled", trigger: "cancel" },
    ],
  };
}

/** States of a purchase order. */
export const purchaseOrderStates = createDocumentStates({
  resource: "purchase_orders",
  sent: "ordered",
  inDraft: ["location_id", "currency_code"],
  whileOpen: ["supplier_name"],
  meanings: {
    draft: "Not placed yet. Does not affect stock.",
    ordered: "Placed with the supplier. Its units are incoming at the location.",
    partially_received: "Some units were received. The rest is incoming.",
    received: "All units were received.",
    cancelled: "Units not yet received are no longer incoming. Received units stay in stock.",
  },
});

/** States of a transfer. */
export const transferStates = createDocumentStates({
  resource: "transfers",
  sent: "in_transit",
  inDraft: ["from_location_id", "to_location_id"],
  whileOpen: [],
  meanings: {
    draft: "Not sent yet. Does not affect stock.",
    in_transit: "Sent. Its units have left the origin and are incoming at the destination.",
    partially_received: "Some units were received. The rest is incoming.",
    received: "All units were received.",
    cancelled: "Units not yet received are back at the origin. Received units stay at the destination.",
  },
});

/** Check whether a state table lists a transition. */
export function hasTransition(
  { transitions }: StateTable,
  from: string,
  to: string,
  by: TransitionTrigger,
): boolean {
  return transitions.some((way) => way.from === from && way.to === to && way.trigger === by);
}
