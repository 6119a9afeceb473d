import { type Topic, type TopicName, topics } from "@souk/contract";
import { defineStatement, type Queryable } from "@souk/database";
import type { Cause } from "../routing/actor.ts";

/** An event about one record. */
export interface RecordEvent {
  /** The record's id. */
  id: number;
  /**
   * The record as JSON text, without the topic's wrapper. Null if the text is not
   * known yet. The sequencer then renders the record when it numbers the event.
   */
  snapshot: string | null;
}

/** An event of a topic whose webhooks name the change that triggered the event (WHK-6). */
export interface TriggeredEvent extends RecordEvent {
  /** The topic of the change that triggered the event. */
  context: string;
  /** The handle of the app that triggered the event; null if a person or the platform did. */
  trigger_by_app: string | null;
}

/** The input for publishing an event of topic `T`. */
export type EventData<T extends TopicName> = (typeof topics)[T] extends { context: true }
  ? TriggeredEvent
  : RecordEvent;

/** The store, actor and request of an event. */
export interface EventSource extends Cause {
  store: { id: number };
}

/** A row of the inbox before it is inserted. */
export interface EventRow {
  topic: string;
  resource_id: number | null;
  payload: string | null;
  context: string | null;
  trigger_by_app: string | null;
}

/** Build a topic's payload from a record's JSON text: wrapped, or with the fields at the top level (WHK-10). */
export function wrapSnapshot(topic: TopicName, snapshot: string): string {
  const { wrapper }: Topic = topics[topic];
  return wrapper === null ? snapshot : `{"${wrapper}":${snapshot}}`;
}

/** Build the inbox rows of events, for a statement that inserts them together with the change. */
export function buildEventRows<T extends TopicName>(topic: T, events: readonly EventData<T>[]): EventRow[] {
  return events.map((event: RecordEvent & Partial<TriggeredEvent>) => ({
    topic,
    resource_id: event.id,
    payload: event.snapshot === null ? null : wrapSnapshot(topic, event.snapshot),
    context: event.context ?? null,
    trigger_by_app: event.trigger_by_app ?? null,
  }));
}

const insertStatement = defineStatement(
  "insert_events",
  `
  insert into event_inbox (store_id, occurred_at, topic, resource_id, payload, context, trigger_by_app,
    actor_kind, actor_id, request_id)
  select $1, clock_timestamp(), event.topic, event.resource_id, event.payload, event.context, event.trigger_by_app, $3, $4, $5
  from jsonb_to_recordset($2::jsonb)
    as event(topic text, resource_id bigint, payload text, context text, trigger_by_app text)`,
);

/** Insert rows into a store's inbox, in the order of the array. */
export async function insertEvents(
  tx: Queryable,
  { store, actor, request_id }: EventSource,
  rows: readonly EventRow[],
): Promise<void> {
  if (rows.length === 0) return;
  const values = [store.id, JSON.stringify(rows), actor.kind, actor.id, request_id];
  await tx.query(insertStatement, values);
}

/** The functions with which modules publish events. */
export const events = {
  /**
   * Publish one event in the transaction of the change, after the record has been locked. Either both the change and the
   * event are committed, or neither is.
   * @param call the store, actor and request; a use case passes its `Call`
   * @param event the record's id and snapshot; for a topic with a context, also the context and the app (WHK-6)
   */
  async publish<T extends TopicName>(
    tx: Queryable,
    call: EventSource,
    topic: T,
    event: EventData<T>,
  ): Promise<void> {
    await insertEvents(tx, call, buildEventRows(topic, [event]));
  },

  /** Publish events of one topic in one statement, in the order of the array. */
  async publishMany<T extends TopicName>(
    tx: Queryable,
    call: EventSource,
    topic: T,
    batch: readonly EventData<T>[],
  ): Promise<void> {
    await insertEvents(tx, call, buildEventRows(topic, batch));
  },
};
