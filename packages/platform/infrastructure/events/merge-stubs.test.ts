import assert from "node:assert/strict";
import { test } from "node:test";
import { type InboxEvent, mergeStubs } from "./merge-stubs.ts";

let id = 0;
function event(part: Partial<InboxEvent>): InboxEvent {
  const plain = { topic: "product/update", resource_id: 1, context: null, trigger_by_app: null, stub: true };
  return { id: ++id, occurred_at: new Date(0), ...plain, ...part };
}

test("of stubs that would be sent as equal payloads the last one stays", () => {
  const [first, second, third] = [event({}), event({}), event({})];
  assert.deepEqual(mergeStubs([first, second, third]), [third]);
});

test("stubs of another record, topic, context or app stay apart", () => {
  const events = [
    event({}),
    event({ resource_id: 2 }),
    event({ topic: "product/create" }),
    event({ context: "order/create" }),
    event({ context: "order/create", trigger_by_app: "penjual" }),
    event({ context: "order/create", trigger_by_app: "pembeli" }),
  ];
  assert.deepEqual(mergeStubs(events), events);
});

test("an app's own change does not hide another app's, whatever their order", () => {
  const own = () => event({ trigger_by_app: "penjual" });
  const [a, b, c, d] = [own(), event({}), own(), event({})];
  assert.deepEqual(mergeStubs([a, b, c, d]), [c, d]);
});

test("events with a payload are never merged", () => {
  const events = [event({ stub: false }), event({ stub: false })];
  assert.deepEqual(mergeStubs(events), events);
});
