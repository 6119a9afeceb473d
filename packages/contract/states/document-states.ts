/** Request that changes the state of a purchase order or a transfer. */
export type TransitionTrigger =
  /** PUT with the new status. */
  | "status"
  /** POST to receive units. */
  | "receive"
  /** PUT of line items after which no units remain to be received. */
  | "lines"
  /** POST to cancel. */
  | "cancel";

export interface Transition<S extends string> {
  from: S;
  to: S;
  trigger: TransitionTrigger;
}

/** Rules that apply in one state. */
export interface StateRules {
  meaning: string;
  /** Fields that PUT can change in this state. Other fields are accepted only with their current values. */
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
  /** State that follows `draft`: `ordered` or `in_transit`. */
  sentState: Sent;
  /** Fields that PUT can change only in a draft. */
  draftFields: readonly string[];
  /** Fields that PUT can change in a draft and while the record is open, besides line_items, expected_at and note. */
  openFields: readonly string[];
  meanings: Readonly<Record<DocumentState<Sent>, string>>;
}

function createDocumentStates<const Sent extends string>(
  options: DocumentStateOptions<Sent>,
): StateTable<DocumentState<Sent>> {
  const { resource, sentState, meanings } = options;
  const fieldsWhileOpen = ["expected_at", "note", "line_items", ...options.openFields];
  const createRules = (editableFields: readonly string[], isDeletable: boolean) => ({
    editableFields,
    isDeletable,
  });
  const states: Record<string, StateRules> = {
    draft: { meaning: meanings.draft, ...createRules([...options.draftFields, ...fieldsWhileOpen], true) },
    [sentState]: { meaning: meanings[sentState], ...createRules(fieldsWhileOpen, false) },
    partially_received: { meaning: meanings.partially_received, ...createRules(fieldsWhileOpen, false) },
    received: { meaning: meanings.received, ...createRules(["note"], false) },
    cancelled: { meaning: meanings.cancelled, ...createRules(["note"], true) },
  };
  return {
    resource,
    states: states as Record<DocumentState<Sent>, StateRules>,
    initialStates: ["draft", sentState],
    transitions: [
      { from: "draft", to: sentState, trigger: "status" },
      { from: "draft", to: "cancelled", trigger: "cancel" },
      { from: sentState, to: "partially_received", trigger: "receive" },
      { from: sentState, to: "received", trigger: "receive" },
      { from: sentState, to: "cancelled", trigger: "cancel" },
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
  sentState: "ordered",
  draftFields: ["location_id", "currency_code"],
  openFields: ["supplier_name"],
  meanings: {
    draft: "Not placed yet. Does not affect stock.",
    ordered: "Placed with the supplier. Its units are incoming at the location.",
    partially_received: "Some units have been received. The rest are incoming.",
    received: "All units have been received.",
    cancelled: "Units that were not received are no longer incoming. Received units stay in stock.",
  },
});

/** States of a transfer. */
export const transferStates = createDocumentStates({
  resource: "transfers",
  sentState: "in_transit",
  draftFields: ["from_location_id", "to_location_id"],
  openFields: [],
  meanings: {
    draft: "Not sent yet. Does not affect stock.",
    in_transit: "Sent. Its units have left the origin and are incoming at the destination.",
    partially_received: "Some units have been received. The rest are incoming.",
    received: "All units have been received.",
    cancelled: "Units that were not received are back at the origin. Received units stay at the destination.",
  },
});

/** Return whether a state table lists a transition. */
export function hasTransition(
  { transitions }: StateTable,
  from: string,
  to: string,
  trigger: TransitionTrigger,
): boolean {
  return transitions.some(
    (transition) => transition.from === from && transition.to === to && transition.trigger === trigger,
  );
}
