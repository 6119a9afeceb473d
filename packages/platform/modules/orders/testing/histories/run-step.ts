import assert from "node:assert/strict";
import { ApiError } from "@souk/contract";
import type { OrderDocument, PublishedEvent } from "../orders-fixture.ts";
import type { History, Step, TrackedOrder } from "./history.ts";
import { assertSumsChanged } from "./sums.ts";

/** The numbers of steps that succeeded, by operation, and of steps that were rejected, by error code. */
export interface Tally {
  succeeded: Map<string, number>;
  rejected: Map<string, number>;
}

function increment(counts: Map<string, number>, key: string): void {
  counts.set(key, (counts.get(key) ?? 0) + 1);
}

/** Send a step's request. @returns the response, or null if the request was rejected */
async function callStep(
  { fixture }: History,
  step: Step,
  tally: Tally,
): Promise<Record<string, unknown> | null> {
  const { operation, params = {}, body } = step;
  try {
    const response = await fixture.call<Record<string, unknown>>(operation, { params, body });
    assert.ok(!step.expectsRejection, `${operation.id} succeeded: ${JSON.stringify({ params, body })}`);
    increment(tally.succeeded, operation.id);
    return response;
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const rejection = { params, body, message: error.message, details: error.details };
    assert.ok(step.expectsRejection !== false, `${operation.id} was rejected: ${JSON.stringify(rejection)}`);
    increment(tally.rejected, error.code);
    return null;
  }
}

function getPaidAmount(order: OrderDocument | null): number {
  return Number(order?.total_paid ?? 0);
}

/** Assert that a change of an order published the right topics, each with the current order (WHK-9). */
function assertOrderEvents(
  events: readonly PublishedEvent[],
  before: OrderDocument | null,
  after: OrderDocument,
): void {
  // Apps ship an order when they receive order/paid, so a canceled order never publishes it.
  const isPaymentPublished = before?.status !== "cancelled" && getPaidAmount(after) > getPaidAmount(before);
  const [total, paidBefore, paidAfter] = [
    Number(after.total_price),
    getPaidAmount(before),
    getPaidAmount(after),
  ];
  const isChanged = before === null || JSON.stringify(before) !== JSON.stringify(after);
  const mainTopic = before === null ? "order/create" : "order/update";
  const expected = [
    ...(isChanged ? [mainTopic] : []),
    ...(isPaymentPublished && paidAfter < total ? ["order/partially_paid"] : []),
    ...(isPaymentPublished && paidAfter >= total && paidBefore < total ? ["order/paid"] : []),
    ...(before === null && total === 0 ? ["order/paid"] : []),
    ...(before !== null && before.status !== "cancelled" && after.status === "cancelled"
      ? ["order/cancel"]
      : []),
  ];
  const orderEvents = events.filter(({ topic }) => topic.startsWith("order/"));
  assert.deepEqual(orderEvents.map(({ topic }) => topic).sort(), expected.sort());
  for (const { payload } of orderEvents) assert.deepEqual(JSON.parse(payload ?? ""), { order: after });
}

/** Return the payload that an event about a child record of an order must have, or null for other events. */
function getExpectedChildPayload(
  order: OrderDocument,
  { topic, resource_id }: PublishedEvent,
): object | null {
  const isResource = ({ id }: { id: number }) => id === resource_id;
  if (topic.startsWith("refund/")) return { refund: order.refunds.find(isResource) };
  if (topic.startsWith("fulfillment/")) return { fulfillment: order.fulfillments.find(isResource) };
  if (topic.startsWith("order_returns/")) return { order_return: order.returns.find(isResource) };
  return null;
}

/**
 * Assert that a change of an order published each expected topic of a child record (refund, fulfillment or return) once, with the
 * record's current state.
 */
function assertChildEvents(
  events: readonly PublishedEvent[],
  { expectedTopics }: Step,
  { before, after }: { before: OrderDocument; after: OrderDocument },
): void {
  const childEvents = events.filter((event) => getExpectedChildPayload(after, event) !== null);
  const isChanged = JSON.stringify(before) !== JSON.stringify(after);
  assert.deepEqual(
    childEvents.map(({ topic }) => topic),
    isChanged && expectedTopics !== undefined ? [expectedTopics].flat() : [],
  );
  for (const event of childEvents)
    assert.deepEqual(JSON.parse(event.payload ?? ""), getExpectedChildPayload(after, event));
}

/** Load the order that a step changed, update the history, and assert the order's events and sums. */
async function assertChange(history: History, step: Step, response: Record<string, unknown>): Promise<void> {
  const { fixture, orders } = history;
  const orderInResponse = response["order"] as OrderDocument | undefined;
  const id = step.tracked?.document.id ?? orderInResponse?.id;
  if (id === undefined) return;
  const isDeleted = step.tracked !== null && !orders.has(id);
  if (isDeleted) return;
  const before: TrackedOrder | null = step.tracked;
  const document = await fixture.getOrder(id);
  if (orderInResponse !== undefined)
    assert.deepEqual(orderInResponse, document, "the response contains the order");
  const hasTakenStock = before?.hasTakenStock ?? document.inventory_behaviour !== "bypass";
  const { unitsRestockedByCancellation = new Map(), unfulfilledUnitsByRefund = new Map() } =
    orders.get(id) ?? {};
  orders.set(id, {
    document,
    hasTakenStock,
    unitsRestockedByCancellation,
    unfulfilledUnitsByRefund,
  });
  const events = await fixture.takeEvents();
  assertOrderEvents(events, before?.document ?? null, document);
  if (before === null) return;
  assertChildEvents(events, step, { before: before.document, after: document });
  if (step.expectedChanges) assertSumsChanged(before.document, document, step.expectedChanges);
}

/** Run a step and assert its result. A rejected step must publish nothing. */
export async function runStep(history: History, step: Step, tally: Tally): Promise<void> {
  await history.fixture.takeEvents();
  const response = await callStep(history, step, tally);
  if (response === null) {
    assert.deepEqual(await history.fixture.takeEvents(), [], "a rejected step publishes nothing");
    return;
  }
  step.recordEffects?.(history, response);
  await assertChange(history, step, response);
}
