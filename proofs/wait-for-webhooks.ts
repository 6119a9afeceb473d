import { eventually, type ReceivedRequest } from "@souk/testkit";
import type { Evidence } from "./check-round.ts";
import { listAdjustmentResults, listFulfillmentResults, listOrderResults } from "./client-tasks.ts";
import type { AcknowledgedFulfillment } from "./fulfillments.ts";
import type { AcknowledgedOrder } from "./new-orders.ts";
import {
  findFirstSequenceWithAllTopics,
  fulfillmentTopic,
  isWatchedTopic,
  levelTopic,
  orderTopic,
  type WatchingApp,
} from "./watching-app.ts";

/** The timeout, in milliseconds. It is long because the lanes of a killed process are released only after 30 s. */
const timeoutMs = 240_000;
/**
 * The time without a new webhook after which all webhooks count as arrived. This wait is needed because the tests do not know which
 * unacknowledged changes were committed.
 */
const quietMs = 4_000;

/** Wait until every app has received all events up to the last one, and the first app has received every acknowledged change. */
export async function waitForAllWebhooks(evidence: Evidence): Promise<void> {
  const { requests } = evidence;
  let receivedCount = -1;
  let quietSince = 0;
  await eventually(
    () => {
      if (receivedCount !== requests.length) quietSince = performance.now();
      receivedCount = requests.length;
      if (performance.now() - quietSince < quietMs) return false;
      const missingWebhooks = listMissingWebhooks(evidence);
      if (missingWebhooks.length > 0)
        throw new Error(`Webhooks are missing after ${timeoutMs} ms: ${missingWebhooks.join("; ")}`);
      return true;
    },
    { timeoutMs, intervalMs: 100 },
  );
}

function listMissingWebhooks(evidence: Evidence): string[] {
  const unwatchedSequences = listUnwatchedSequences(evidence.requests);
  const sequencesByApp = evidence.apps.map((app) => getSequences(app, evidence.requests));
  const lastSequence = Math.max(...sequencesByApp.map((sequences) => Math.max(...sequences)));
  const missingEvents = sequencesByApp.flatMap((sequences, index) => {
    if (sequences.size === 0) return [`app ${index} received nothing`];
    const firstSequence = Math.min(...sequences);
    const unwatchedCount = unwatchedSequences.filter(
      (sequence) => sequence > firstSequence && sequence < lastSequence,
    ).length;
    const missingEventCount = lastSequence - firstSequence + 1 - sequences.size - unwatchedCount;
    return missingEventCount === 0
      ? []
      : [`app ${index} lacks ${missingEventCount} of the events up to ${lastSequence}`];
  });
  const missingCount = countMissingAcknowledgedChanges(evidence);
  return missingCount === 0
    ? missingEvents
    : [...missingEvents, `app 0 lacks ${missingCount} acknowledged changes`];
}

/** Return the sequence numbers of the events that an app received since it was subscribed to all watched topics. */
function getSequences({ path }: WatchingApp, requests: readonly ReceivedRequest[]): Set<number> {
  const appRequests = requests.filter((request) => request.path === path);
  const webhooks = appRequests.map(({ headers }) => ({
    topic: headers["service-topic"] ?? "",
    event_sequence: Number(headers["service-event-sequence"]),
  }));
  const firstSequence = findFirstSequenceWithAllTopics(webhooks);
  return new Set(
    webhooks.map(({ event_sequence }) => event_sequence).filter((sequence) => sequence >= firstSequence),
  );
}

/** Return the sequence numbers of received events whose topics the watching apps do not subscribe to. */
function listUnwatchedSequences(requests: readonly ReceivedRequest[]): number[] {
  const isUnwatched = ({ headers }: ReceivedRequest) => !isWatchedTopic(headers["service-topic"] ?? "");
  const sequences = requests
    .filter(isUnwatched)
    .map(({ headers }) => Number(headers["service-event-sequence"]));
  return [...new Set(sequences)];
}

function countMissingAcknowledgedChanges({ results, apps, requests }: Evidence): number {
  const listBodies = (topic: string) =>
    requests
      .filter(({ path, headers }) => path === apps[0]?.path && headers["service-topic"] === topic)
      .map(({ body }) => JSON.parse(body.toString("utf8")) as Record<string, unknown>);
  const levelKeys = new Set(
    listBodies(levelTopic).map((level) =>
      [level["variant_id"], level["location_id"], level["inventory_level_updated_at"]].join(" "),
    ),
  );
  const orderIds = new Set(listBodies(orderTopic).map(({ order }) => (order as AcknowledgedOrder).id));
  const missingLevels = listAdjustmentResults(results).filter(
    ({ result }) =>
      result.status === "acknowledged" &&
      !levelKeys.has(
        [result.record.variant_id, result.record.location_id, result.record.updated_at].join(" "),
      ),
  );
  const missingOrders = listOrderResults(results).filter(
    ({ result }) => result.status === "acknowledged" && !orderIds.has(result.record.id),
  );
  const fulfillmentIds = new Set(
    listBodies(fulfillmentTopic).map(({ fulfillment }) => (fulfillment as AcknowledgedFulfillment).id),
  );
  const missingFulfillments = listFulfillmentResults(results).filter(
    ({ fulfillment }) => fulfillment.status === "acknowledged" && !fulfillmentIds.has(fulfillment.record.id),
  );
  return missingLevels.length + missingOrders.length + missingFulfillments.length;
}
