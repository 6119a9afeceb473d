import type { Queryable } from "@souk/database";
import type { Cause } from "../routing/actor.ts";
import type { Store } from "../routing/call.ts";

/**
 * What happened, in the words of the module that changed its rows. Other modules' builders turn a fact into topics,
 * so that a module never needs to know who listens. `stock_changed` is hot: its builders are SQL.
 */
export interface Facts {
  /** A product or its variants changed; `trigger_by_app` is the app that did it, null for people. */
  product_changed: { product_id: number; context: string; trigger_by_app: string | null };
  /** A product was made; `text` is it as JSON, null where it is rendered when the event is numbered. */
  product_created: { product_id: number; text: string | null };
  product_deleted: { product_id: number };
  /** A customer was made; `text` is them as JSON, null where they are rendered when the event is numbered. */
  customer_created: { customer_id: number; text: string | null };
  customer_changed: { customer_id: number };
  customer_deleted: { customer_id: number };
  /** A customer asked what is kept of them, or to be erased; they are told by what apps know them by. */
  privacy_requested: {
    kind: "data_request" | "erase";
    customer: { id: number; email: string; phone: string };
  };
  /** The settings of a store changed; `text` is the store as JSON, as it is now. */
  store_changed: { text: string };
  /** A location was made; `text` is it as JSON. */
  location_created: { id: number; text: string };
  /** A location changed; `text` is it as JSON, as it is now. */
  location_changed: { id: number; text: string };
  location_deleted: { id: number };
  /** A currency was added or changed; `text` is it as JSON, as it is now. */
  currency_changed: { id: number; text: string };
  currency_deleted: { id: number; code: string };
  /** A purchase order was made; `text` is it as JSON. */
  purchase_order_created: { id: number; text: string };
  /** A purchase order changed; `text` is it as JSON, as it is now. */
  purchase_order_changed: { id: number; text: string };
  /** An order was placed; `text` is it as JSON. */
  order_created: { id: number; text: string };
  /** An order changed; `text` is it as JSON, as it is now, here and below. */
  order_changed: { id: number; text: string };
  /** An order was fully paid. */
  order_paid: { id: number; text: string };
  /** An order was paid in part. */
  order_partially_paid: { id: number; text: string };
  order_cancelled: { id: number; text: string };
  /** A fulfillment was made; `text` is it as JSON, as it is now, here and below. */
  fulfillment_created: { id: number; text: string };
  fulfillment_changed: { id: number; text: string };
  fulfillment_cancelled: { id: number; text: string };
  refund_created: { id: number; text: string };
  refund_cancelled: { id: number; text: string };
  order_return_created: { id: number; text: string };
  order_return_accepted: { id: number; text: string };
  order_return_changed: { id: number; text: string };
  order_return_completed: { id: number; text: string };
  order_return_cancelled: { id: number; text: string };
}

export type FactName = keyof Facts;

/** An event before it is numbered. Without a payload it is a stub: the sequencer renders its record once. */
export interface EventDraft {
  topic: string;
  resource_id: number | null;
  payload: string | null;
  context: string | null;
  trigger_by_app: string | null;
}

export type TopicBuilder<N extends FactName> = (fact: Facts[N], store: Store) => EventDraft[];

/**
 * Builds the events of a hot fact inside its own statement: a select of
 * `topic, resource_id, payload, context, trigger_by_app, updated_at` from the common table expression named.
 */
export type SqlTopicBuilder = (source: string) => string;

/** Renders the payloads of stubs of one topic; a record that is gone has no entry. */
export type StubRenderer = (
  run: Queryable,
  store: Store,
  ids: number[],
) => Promise<ReadonlyMap<number, string>>;

/** The wiring from facts to topics; filled when the platform is made, read while it runs. */
export interface FactRegistry {
  on<N extends FactName>(name: N, builder: TopicBuilder<N>): void;
  /**
   * For `stock_changed`, raised inside the statement that changes the stock.
   * @param about what the builder's topics tell: the level, or the product that it is a part of
   */
  onStockChanged(builder: SqlTopicBuilder, about: "level" | "product"): void;
  stockChangedBuilders(): readonly SqlTopicBuilder[];
  /** Those about levels only, for a change whose product is told apart. */
  levelChangedBuilders(): readonly SqlTopicBuilder[];
  onStub(topic: string, renderer: StubRenderer): void;
  rendererOf(topic: string): StubRenderer | null;
  /** What a fact tells, for a statement that writes its events by itself. */
  draftsOf<N extends FactName>(store: Store, name: N, fact: Facts[N]): EventDraft[];
  /** Writes the fact's events into the change's own transaction, after the record's lock was taken. */
  raise<N extends FactName>(
    tx: Queryable,
    store: Store,
    cause: Cause,
    name: N,
    fact: Facts[N],
  ): Promise<void>;
  /** The same for many facts of one name, in one statement. */
  raiseEach<N extends FactName>(
    tx: Queryable,
    store: Store,
    cause: Cause,
    name: N,
    facts: readonly Facts[N][],
  ): Promise<void>;
}

const insertText = `
  insert into event_inbox (store_id, occurred_at, topic, resource_id, payload, context, trigger_by_app,
    actor_kind, actor_id, request_id)
  select $1, clock_timestamp(), draft.topic, draft.resource_id, draft.payload, draft.context, draft.trigger_by_app, $3, $4, $5
  from jsonb_to_recordset($2::jsonb)
    as draft(topic text, resource_id bigint, payload text, context text, trigger_by_app text)`;

/** Writes events into the inbox of their store, in the order given. */
export async function recordEvents(
  tx: Queryable,
  storeId: number,
  cause: Cause,
  drafts: readonly EventDraft[],
): Promise<void> {
  if (drafts.length === 0) return;
  const { actor, request_id } = cause;
  const values = [storeId, JSON.stringify(drafts), actor.kind, actor.id, request_id];
  await tx.query({ name: "record_events", text: insertText }, values);
}

/** An empty registry, filled while the platform is made. */
export function createFactRegistry(): FactRegistry {
  const builders = new Map<FactName, TopicBuilder<FactName>[]>();
  const stockChanged: SqlTopicBuilder[] = [];
  const levelChanged: SqlTopicBuilder[] = [];
  const renderers = new Map<string, StubRenderer>();
  const draftsOf: FactRegistry["draftsOf"] = (store, name, fact) =>
    (builders.get(name) ?? []).flatMap((builder) => builder(fact, store));
  const raiseEach: FactRegistry["raiseEach"] = async (tx, store, cause, name, facts) => {
    const drafts = facts.flatMap((fact) => draftsOf(store, name, fact));
    await recordEvents(tx, store.id, cause, drafts);
  };
  return {
    on(name, builder) {
      builders.set(name, [...(builders.get(name) ?? []), builder as TopicBuilder<FactName>]);
    },
    onStockChanged(builder, about) {
      stockChanged.push(builder);
      if (about === "level") levelChanged.push(builder);
    },
    stockChangedBuilders: () => stockChanged,
    levelChangedBuilders: () => levelChanged,
    onStub: (topic, renderer) => void renderers.set(topic, renderer),
    rendererOf: (topic) => renderers.get(topic) ?? null,
    draftsOf,
    raise: (tx, store, cause, name, fact) => raiseEach(tx, store, cause, name, [fact]),
    raiseEach,
  };
}
