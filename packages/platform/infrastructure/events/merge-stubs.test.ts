import assert from "node:assert/strict";
import { test } from "node:test";
import { type InboxEvent, mergeStubs } from "./merge-stubs.ts";

let id = 0;
function createEvent(fields: Partial<InboxEvent>): InboxEvent {
  const defaults = {
    topic: "product/update",
    resource_id: 1,
    context: null,
    trigger_by_app: null,
    stub: true,
  };
  return { id: ++id, occurred_at: new Date(0), ...defaults, ...fields };
}

test("of several stub events with equal payloads, only the last one is kept", () => {
  const [first, second, third] = [createEvent({}), createEvent({}), createEvent({})];
  assert.deepEqual(mergeStubs([first, second, third]), [third]);
});

test("stubs of different records, topics, contexts or apps are not merged", () => {
  const events = [
    createEvent({}),
    createEvent({ resource_id: 2 }),
    createEvent({ topic: "product/create" }),
    createEvent({ context: "order/create" }),
    createEvent({ context: "order/create", trigger_by_app: "penjual" }),
    createEvent({ context: "order/create", trigger_by_app: "pembeli" }),
  ];
  assert.deepEqual(mergeStubs(events), events);
});

test("stubs of one app's changes do not replace stubs of changes by other apps or people", () => {
  const createAppEvent = () => createEvent({ trigger_by_app: "penjual" });
  const [a, b, c, d] = [createAppEvent(), createEvent({}), createAppEvent(), createEvent({})];
  assert.deepEqual(mergeStubs([a, b, c, d]), [c, d]);
});

test("events that have a payload are never merged", () => {
  const events = [createEvent({ stub: false }), createEvent({ stub: false })];
  assert.deepEqual(mergeStubs(events), events);
});
