import assert from "node:assert/strict";
import { test } from "node:test";
import { type InboxEvent, mergeDuplicateEvents } from "./merge-duplicate-events.ts";

let id = 0;
function createEvent(fields: Partial<InboxEvent>): InboxEvent {
  const defaults = {
    topic: "product/update",
    resource_id: 1,
    context: null,
    trigger_by_app: null,
    needs_payload: true,
  };
  return { id: ++id, occurred_at: new Date(0), ...defaults, ...fields };
}

test("of several events that have the same record and topic and no payload, only the last one is kept", () => {
  const [first, second, third] = [createEvent({}), createEvent({}), createEvent({})];
  assert.deepEqual(mergeDuplicateEvents([first, second, third]), [third]);
});

test("events of different records, topics, contexts or apps are not merged", () => {
  const events = [
    createEvent({}),
    createEvent({ resource_id: 2 }),
    createEvent({ topic: "product/create" }),
    createEvent({ context: "order/create" }),
    createEvent({ context: "order/create", trigger_by_app: "penjual" }),
    createEvent({ context: "order/create", trigger_by_app: "pembeli" }),
  ];
  assert.deepEqual(mergeDuplicateEvents(events), events);
});

test("events triggered by an app are not merged with events that no app triggered", () => {
  const createAppEvent = () => createEvent({ trigger_by_app: "penjual" });
  const earlierEvents = [createAppEvent(), createEvent({})];
  const laterEvents = [createAppEvent(), createEvent({})];
  assert.deepEqual(mergeDuplicateEvents([...earlierEvents, ...laterEvents]), laterEvents);
});

test("events that have a payload are never merged", () => {
  const events = [createEvent({ needs_payload: false }), createEvent({ needs_payload: false })];
  assert.deepEqual(mergeDuplicateEvents(events), events);
});
