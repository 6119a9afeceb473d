import { eventually, type ReceivedRequest } from "@souk/testkit";
import type { AnsweredOrder } from "./new-orders.ts";
import { adjustmentsIn, ordersIn, sendingsIn } from "./place-all.ts";
import type { Witnesses } from "./round-truth.ts";
import type { AnsweredFulfillment } from "./sendings.ts";
import {
  firstOfAll,
  isWatchedTopic,
  levelTopic,
  orderTopic,
  sentTopic,
  type WatchingApp,
} from "./watching-app.ts";

/** The timeout, in milliseconds: the lane of a killed process becomes free when its lease ends, after 30 s. */
const longestMs = 240_000;
/**
 * The quiet time after which all webhooks have arrived: committed but unacknowledged changes cannot be awaited by
 * name.
 */
const quietMs = 4_000;

/** Wait until every app has received the last event, every one before it, and every acknowledged change. */
export async function untilAllHeard(witnesses: Witnesses): Promise<void> {
  const { requests } = witnesses;
  let [count, since] = [-1, 0];
  await eventually(
    () => {
      if (count !== requests.length) since = performance.now();
      count = requests.length;
      if (performance.now() - since < quietMs) return false;
      const lacking = lackingIn(witnesses);
      if (lacking.length > 0)
        throw new Error(`Not all was heard within ${longestMs} ms: ${lacking.join("; ")}`);
      return true;
    },
    { within: longestMs, every: 100 },
  );
}

function lackingIn(witnesses: Witnesses): string[] {
  const others = othersIn(witnesses.requests);
  const heard = witnesses.apps.map((app) => getSequences(app, witnesses.requests));
  const last = Math.max(...heard.map((sequences) => Math.max(...sequences)));
  const lacking = heard.flatMap((sequences, index) => {
    if (sequences.size === 0) return [`app ${index} heard nothing`];
    const first = Math.min(...sequences);
    const between = others.filter((sequence) => sequence > first && sequence < last).length;
    const missing = last - first + 1 - sequences.size - between;
    return missing === 0 ? [] : [`app ${index} lacks ${missing} of the events up to ${last}`];
  });
  const unheard = acknowledgedUnheard(witnesses);
  return unheard === 0 ? lacking : [...lacking, `app 0 lacks ${unheard} acknowledged changes`];
}

/** Return the events that an app received since it was subscribed to all topics. */
function getSequences({ path }: WatchingApp, requests: readonly ReceivedRequest[]): Set<number> {
  const own = requests.filter((request) => request.path === path);
  const heard = own.map(({ headers }) => ({
    topic: headers["service-topic"] ?? "",
    event_sequence: Number(headers["service-event-sequence"]),
  }));
  const first = firstOfAll(heard);
  return new Set(heard.map(({ event_sequence }) => event_sequence).filter((sequence) => sequence >= first));
}

/** Return the events of topics that no watching app is subscribed to, as far as another app has received them. */
function othersIn(requests: readonly ReceivedRequest[]): number[] {
  const isOther = ({ headers }: ReceivedRequest) => !isWatchedTopic(headers["service-topic"] ?? "");
  const sequences = requests.filter(isOther).map(({ headers }) => Number(headers["service-event-sequence"]));
  return [...new Set(sequences)];
}

function acknowledgedUnheard({ placed, apps, requests }: Witnesses): number {
  const bodies = (topic: string) =>
    requests
      .filter(({ path, headers }) => path === apps[0]?.path && headers["service-topic"] === topic)
      .map(({ body }) => JSON.parse(body.toString("utf8")) as Record<string, unknown>);
  const levels = new Set(
    bodies(levelTopic).map((level) =>
      [level["variant_id"], level["location_id"], level["inventory_level_updated_at"]].join(" "),
    ),
  );
  const orders = new Set(bodies(orderTopic).map(({ order }) => (order as AnsweredOrder).id));
  const unheardLevels = adjustmentsIn(placed).filter(
    ({ known }) =>
      known.is === "done" &&
      !levels.has([known.answer.variant_id, known.answer.location_id, known.answer.updated_at].join(" ")),
  );
  const unheardOrders = ordersIn(placed).filter(
    ({ known }) => known.is === "done" && !orders.has(known.answer.id),
  );
  const sent = new Set(bodies(sentTopic).map(({ fulfillment }) => (fulfillment as AnsweredFulfillment).id));
  const unheardSent = sendingsIn(placed).filter(
    ({ fulfillment }) => fulfillment.is === "done" && !sent.has(fulfillment.answer.id),
  );
  return unheardLevels.length + unheardOrders.length + unheardSent.length;
}
