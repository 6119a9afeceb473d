import type { HttpResponse } from "@souk/testkit";
import { type Adjustment, buildAdjustmentRequest, type Level } from "./adjustments.ts";
import {
  type FulfillmentCaller,
  type FulfillmentResult,
  fulfillOrder,
  type PlannedFulfillment,
} from "./fulfillments.ts";
import { type KeyedRequest, send } from "./keyed-request.ts";
import { type AcknowledgedOrder, buildOrderRequest, type NewOrder } from "./new-orders.ts";
import { buildRateRequest, type RateRequest, type RatesResponse } from "./rate-requests.ts";
import { type RequestResult, sendUntilResult } from "./send-until-result.ts";

export interface AdjustmentResult {
  adjustment: Adjustment;
  result: RequestResult<Level>;
}

export interface OrderResult {
  order: NewOrder;
  result: RequestResult<AcknowledgedOrder>;
  /** The result of the fulfillment; null if none was planned or the order was not acknowledged. */
  fulfillmentResult: FulfillmentResult | null;
}

export interface RatesResult {
  rateRequest: RateRequest;
  result: RequestResult<RatesResponse>;
}

/** A task of the clients: an adjustment, an order that may also be fulfilled, or a rate request. */
export type ClientTask =
  | { adjustment: Adjustment }
  | { order: NewOrder; plannedFulfillment: PlannedFulfillment | null }
  | { rateRequest: RateRequest };
export type TaskResult = AdjustmentResult | OrderResult | RatesResult;

/** List the results of the adjustments among the results of tasks. */
export function listAdjustmentResults(results: readonly TaskResult[]): AdjustmentResult[] {
  return results.filter((entry) => "adjustment" in entry);
}

/** List the results of the orders among the results of tasks. */
export function listOrderResults(results: readonly TaskResult[]): OrderResult[] {
  return results.filter((entry) => "order" in entry);
}

/** List the fulfillment results of the orders among the results of tasks. */
export function listFulfillmentResults(results: readonly TaskResult[]): FulfillmentResult[] {
  return listOrderResults(results).flatMap(({ fulfillmentResult }) => fulfillmentResult ?? []);
}

/** List the results of the rate requests among the results of tasks. */
export function listRatesResults(results: readonly TaskResult[]): RatesResult[] {
  return results.filter((entry) => "rateRequest" in entry);
}

/** Return whether the client must know the result of this task in the end, because its request can be repeated. */
export function requiresResult(taskResult: TaskResult): boolean {
  if ("rateRequest" in taskResult) return true;
  return ("order" in taskResult ? taskResult.order.key : taskResult.adjustment.key) !== null;
}

/** What clients need to send tasks. */
export interface TaskContext extends FulfillmentCaller {
  /** Wait until the task at this index may be sent. */
  waitForTurn(index: number): Promise<void>;
}

/**
 * Let several clients send all tasks in parallel. Each client sends one task at a time.
 * @returns `results`, a list that grows with each result, and `completion`, a promise that resolves when all tasks have a result
 */
export function sendAllTasks(tasks: readonly ClientTask[], context: TaskContext, clientCount: number) {
  const results: TaskResult[] = [];
  let nextIndex = 0;
  async function runClient(): Promise<void> {
    for (let index = nextIndex++; index < tasks.length; index = nextIndex++) {
      await context.waitForTurn(index);
      results.push(await sendTask(tasks[index] as ClientTask, context));
    }
  }
  return { results, completion: Promise.all(Array.from({ length: clientCount }, runClient)) };
}

async function sendTask(task: ClientTask, context: TaskContext): Promise<TaskResult> {
  const sendRequest = <ResponseRecord>(
    request: KeyedRequest,
    parseRecord: (response: HttpResponse) => ResponseRecord,
    { isReadOnly } = { isReadOnly: false },
  ) =>
    sendUntilResult(
      {
        name: request.path,
        isRepeatable: isReadOnly || request.key !== null,
        send: () => send(request, context),
        parseRecord,
      },
      context.signal,
    );
  if ("rateRequest" in task) {
    const result = await sendRequest(
      buildRateRequest(task.rateRequest),
      (response) => response.json<RatesResponse>(),
      { isReadOnly: true },
    );
    return { ...task, result };
  }
  if ("adjustment" in task) {
    const parseRecord = (response: HttpResponse) =>
      response.json<{ inventory_level: Level }>().inventory_level;
    return { ...task, result: await sendRequest(buildAdjustmentRequest(task.adjustment), parseRecord) };
  }
  const { order, plannedFulfillment } = task;
  const parseRecord = (response: HttpResponse) => response.json<{ order: AcknowledgedOrder }>().order;
  const result = await sendRequest(buildOrderRequest(order), parseRecord);
  const fulfillmentResult =
    plannedFulfillment && result.status === "acknowledged"
      ? await fulfillOrder(plannedFulfillment, result.record.id, context)
      : null;
  return { order, result, fulfillmentResult };
}
