import { type Topic, type TopicName, topics } from "@souk/contract";
import { defineStatement, type Queryable } from "@souk/database";
import type { Cause } from "../routing/actor.ts";

/** A record that an event is about. */
export interface RecordEvent {
  /** The record's id. */
  id: number;
  /** The record as JSON text, without the topic's wrapper. Null makes a stub: the sequencer renders the record once, when it numbers the event. */
  snapshot: string | null;
}

/** An event of a topic that carries its cause (WHK-6). */
export interface CausedEvent extends RecordEvent {
  /** The topic of the change that caused it. */
  context: string;
  /** The handle of the app that caused it; null for people and for the platform. */
  trigger_by_app: string | null;
}

/** The input for publishing an event of the topic. */
export type EventData<T extends TopicName> = (typeof topics)[T] extends { context: true }
  ? CausedEvent
  : RecordEvent;

/** The publisher: the store whose log the event joins, who acts and in which request. */
export interface Publisher extends Cause {
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

/** Wrap a record's JSON text as the payload of a topic (WHK-10): under the contract's wrapper, or the bare fields. */
export function wrapSnapshot(topic: TopicName, snapshot: string): string {
  const { wrapper }: Topic = topics[topic];
  return wrapper === null ? snapshot : `{"${wrapper}":${snapshot}}`;
}

/** Build the rows of events, for a statement that inserts them together with the change they are about. */
export function eventRows<T extends TopicName>(topic: T, events: readonly EventData<T>[]): EventRow[] {
  return events.map((event: RecordEvent & Partial<CausedEvent>) => ({
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

/** Insert rows into the inbox of a store, in the order given. */
export async function insertEvents(
  tx: Queryable,
  { store, actor, request_id }: Publisher,
  rows: readonly EventRow[],
): Promise<void> {
  if (rows.length === 0) return;
  const values = [store.id, JSON.stringify(rows), actor.kind, actor.id, request_id];
  await tx.query(insertStatement, values);
}

export const events = {
  /**
   * Publish one event in the transaction of the change it is about, after the record's lock was taken: the change and its
   * event commit together or not at all.
   * @param call the store, who acts, and the request; a use case passes its own call
   * @param event the record's id and snapshot; topics with a context also take it (WHK-6)
   */
  async publish<T extends TopicName>(
    tx: Queryable,
    call: Publisher,
    topic: T,
    event: EventData<T>,
  ): Promise<void> {
    await insertEvents(tx, call, eventRows(topic, [event]));
  },

  /** Publish events of one topic in one statement, in the order given. */
  async publishMany<T extends TopicName>(
    tx: Queryable,
    call: Publisher,
    topic: T,
    many: readonly EventData<T>[],
  ): Promise<void> {
    await insertEvents(tx, call, eventRows(topic, many));
  },
};
