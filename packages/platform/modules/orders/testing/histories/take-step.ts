import assert from "node:assert/strict";
import { ApiError } from "@souk/contract";
import type { OrderDocument, PublishedEvent } from "../orders-fixture.ts";
import type { History, KnownOrder, Step } from "./history.ts";
import { assertSumsMoved } from "./sums.ts";

/** The number of steps that succeeded, by operation, and were rejected, by error code. */
export interface Tally {
  done: Map<string, number>;
  rejected: Map<string, number>;
}

function count(counts: Map<string, number>, key: string): void {
  counts.set(key, (counts.get(key) ?? 0) + 1);
}

/** Send a step's request and return the response; null if it was rejected. */
async function callStep(
  { fixture }: History,
  step: Step,
  tally: Tally,
): Promise<Record<string, unknown> | null> {
  const { operation, params = {}, body } = step;
  try {
    const response = await fixture.call<Record<string, unknown>>(operation, { params, body });
    assert.ok(!step.isWrong, `${operation.id} succeeded: ${JSON.stringify({ params, body })}`);
    count(tally.done, operation.id);
    return response;
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const rejection = { params, body, message: error.message, details: error.details };
    assert.ok(step.isWrong !== false, `${operation.id} was rejected: ${JSON.stringify(rejection)}`);
    count(tally.rejected, error.code);
    return null;
  }
}

function getPaid(order: OrderDocument | null): number {
  return Number(order?.total_paid ?? 0);
}

/** Assert that a change of an order published the right topics, each with the current order (WHK-9). */
function assertPublished(
  events: readonly PublishedEvent[],
  before: OrderDocument | null,
  after: OrderDocument,
): void {
  // Apps ship an order on order/paid, so a cancelled order never publishes order/paid.
  const paid = before?.status !== "cancelled" && getPaid(after) > getPaid(before);
  const [total, paidBefore, paidAfter] = [Number(after.total_price), getPaid(before), getPaid(after)];
  const isChanged = before === null || JSON.stringify(before) !== JSON.stringify(after);
  const expected = [
    ...(before === null ? ["order/create"] : isChanged ? ["order/update"] : []),
    ...(paid && paidAfter < total ? ["order/partially_paid"] : []),
    ...(paid && paidAfter >= total && paidBefore < total ? ["order/paid"] : []),
    ...(before === null && total === 0 ? ["order/paid"] : []),
    ...(before !== null && before.status !== "cancelled" && after.status === "cancelled"
      ? ["order/cancel"]
      : []),
  ];
  const orderEvents = events.filter(({ topic }) => topic.startsWith("order/"));
  assert.deepEqual(orderEvents.map(({ topic }) => topic).sort(), expected.sort());
  for (const { payload } of orderEvents) assert.deepEqual(JSON.parse(payload ?? ""), { order: after });
}

/** Return the part of an order that a topic is about, under its name in the payload. */
function findPart(order: OrderDocument, { topic, resource_id }: PublishedEvent): object | null {
  const isResource = ({ id }: { id: number }) => id === resource_id;
  if (topic.startsWith("refund/")) return { refund: order.refunds.find(isResource) };
  if (topic.startsWith("fulfillment/")) return { fulfillment: order.fulfillments.find(isResource) };
  if (topic.startsWith("order_returns/")) return { order_return: order.returns.find(isResource) };
  return null;
}

/** Assert that the changed part of the order is published once, in its current state. */
function assertPartPublished(
  events: readonly PublishedEvent[],
  { publishes }: Step,
  [before, after]: readonly OrderDocument[],
): void {
  if (before === undefined || after === undefined) return;
  const parts = events.filter((event) => findPart(after, event) !== null);
  const isChanged = JSON.stringify(before) !== JSON.stringify(after);
  assert.deepEqual(
    parts.map(({ topic }) => topic),
    isChanged && publishes !== undefined ? [publishes].flat() : [],
  );
  for (const event of parts) assert.deepEqual(JSON.parse(event.payload ?? ""), findPart(after, event));
}

/** Load the order that a step changed and check its events and sums. */
async function assertChange(history: History, step: Step, response: Record<string, unknown>): Promise<void> {
  const { fixture, orders } = history;
  const returned = response["order"] as OrderDocument | undefined;
  const id = step.about?.document.id ?? returned?.id;
  if (id === undefined || !(step.about === null || orders.has(id))) return;
  const before: KnownOrder | null = step.about;
  const document = await fixture.get(id);
  if (returned !== undefined) assert.deepEqual(returned, document, "the response is the order");
  const isStocked = before?.isStocked ?? document.inventory_behaviour !== "bypass";
  const { restockedUnits = new Map(), unsentUnits = new Map() } = orders.get(id) ?? {};
  orders.set(id, { document, isStocked, restockedUnits, unsentUnits });
  const events = await fixture.takeEvents();
  assertPublished(events, before?.document ?? null, document);
  if (before === null) return;
  assertPartPublished(events, step, [before.document, document]);
  if (step.moves) assertSumsMoved(before.document, document, step.moves);
}

/** Run a step; a rejected one must publish nothing. */
export async function runStep(history: History, step: Step, tally: Tally): Promise<void> {
  await history.fixture.takeEvents();
  const response = await callStep(history, step, tally);
  if (response === null) {
    assert.deepEqual(await history.fixture.takeEvents(), [], "a rejected step publishes nothing");
    return;
  }
  step.done?.(history, response);
  await assertChange(history, step, response);
}
