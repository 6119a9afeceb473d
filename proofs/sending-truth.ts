import type { Queryable } from "@souk/database";
import type { ReceivedRequest } from "@souk/testkit";
import { askedToFulfill } from "./answering-app.ts";
import type { LoggedEvent } from "./event-truth.ts";
import { matchEvents } from "./match-events.ts";
import { ordersIn, type Placed, sendingsIn } from "./place-all.ts";
import type { PlacedSending } from "./sendings.ts";
import { sentTopic, type WatchingApp } from "./watching-app.ts";

interface KeptRequest {
  id: number;
  order_ids: number[];
  status: string;
}

/** An order with its fulfilled units. */
interface KeptUnits {
  id: number;
  ordered: number;
  sent: number;
  fulfillments: number[];
}

/** The knowledge of the app that orders were handed to. */
export interface SendingWitnesses {
  placed: readonly Placed[];
  app: WatchingApp;
  requests: readonly ReceivedRequest[];
  events: readonly LoggedEvent[];
}

async function keptRequests(db: Queryable, storeId: number, app: WatchingApp): Promise<KeptRequest[]> {
  const rows = await db.many<KeptRequest>(
    "select id, order_ids, status from fulfillment_requests where store_id = $1 and app_id = $2 order by id",
    [storeId, app.id],
  );
  return rows;
}

/** Load the units of all orders of proofs. */
async function keptUnits(db: Queryable, storeId: number): Promise<KeptUnits[]> {
  const rows = await db.many<KeptUnits>(
    `select o.id,
       (select sum(l.quantity)::int from order_lines l where l.store_id = $1 and l.order_id = o.id) as ordered,
       (select coalesce(sum(l.quantity), 0)::int from fulfillment_lines l where l.store_id = $1 and l.order_id = o.id) as sent,
       array(select f.id from fulfillments f where f.store_id = $1 and f.order_id = o.id order by f.id) as fulfillments
     from orders o where o.store_id = $1 and o.source_identifier like 'proof %'`,
    [storeId],
  );
  return rows;
}

/**
 * Find the faults of presses of Fulfill: each is recorded once at most, has an end, and calls the app once at most.
 */
function findPressErrors(
  sendings: readonly PlacedSending[],
  kept: readonly KeptRequest[],
  asked: ReadonlyMap<number, number>,
): string[] {
  const byOrder = Map.groupBy(kept, ({ order_ids }) => order_ids.join());
  const pressed = new Set(sendings.map(({ order_id }) => order_id));
  const errors = sendings.flatMap(({ order_id, press }) => {
    const rows = byOrder.get(String(order_id)) ?? [];
    byOrder.delete(String(order_id));
    const name = `the press for order ${order_id}`;
    const [row] = rows;
    const times = asked.get(order_id) ?? 0;
    if (press.is === "refused" || rows.length > 1)
      return [`${name} is ${press.is}, ${rows.length} times kept`];
    if (times > rows.length) return [`${name} asked the app ${times} times and is kept ${rows.length} times`];
    if (row?.status === "sent") return [`${name} has no end`];
    if (row?.status === "messaged" && times === 0) return [`${name} has an answer and asked nobody`];
    if (press.is === "unknown") return [];
    const { id, status } = press.answer;
    return row?.id === id && row.status === status ? [] : [`LOST: ${name} was answered as ${status}`];
  });
  const others = [...asked.keys()].filter((id) => !pressed.has(id));
  const answered = kept.filter(({ status }) => status === "messaged").length;
  return [
    // A press that failed has an end too, but a Fulfill that always fails proves nothing.
    ...(answered * 2 < sendings.length ? [`of ${sendings.length} presses the app answered ${answered}`] : []),
    ...errors,
    ...[...byOrder.keys()].map((ids) => `nobody pressed Fulfill for order ${ids}`),
    ...others.map((id) => `the app was asked about order ${id}, for which nobody pressed Fulfill`),
  ];
}

/** Find the faults of fulfilled units: all units of a fulfilled order, once; none of another. */
function findUnitErrors(placed: readonly Placed[], kept: readonly KeptUnits[]): string[] {
  const byId = new Map(kept.map((units) => [units.id, units]));
  return ordersIn(placed).flatMap(({ known, sent }) => {
    const units = known.is === "done" ? byId.get(known.answer.id) : undefined;
    // An acknowledged order that is missing is reported as lost elsewhere.
    if (units === undefined) return [];
    const name = `order ${units.id}`;
    const left = `${units.sent} of ${units.ordered} units in ${units.fulfillments.length} fulfillments`;
    if (sent === null) return units.fulfillments.length === 0 ? [] : [`${name} was sent by nobody: ${left}`];
    const { fulfillment } = sent;
    if (fulfillment.is !== "done") return [`the fulfillment of ${name} is ${fulfillment.is}`];
    const isOnce = units.fulfillments.length === 1 && units.fulfillments[0] === fulfillment.answer.id;
    return isOnce && units.sent === units.ordered ? [] : [`${name} was not sent once and whole: ${left}`];
  });
}

/** Compare the merchant's and the app's knowledge of fulfilled orders with the database. */
export async function findSendingErrors(
  db: Queryable,
  storeId: number,
  { placed, app, requests, events }: SendingWitnesses,
): Promise<string[]> {
  const units = await keptUnits(db, storeId);
  const ids = units.flatMap(({ fulfillments }) => fulfillments);
  return [
    ...findPressErrors(
      sendingsIn(placed),
      await keptRequests(db, storeId, app),
      askedToFulfill(app, requests),
    ),
    ...findUnitErrors(placed, units),
    ...matchEvents({ topic: sentTopic, name: "fulfillment" }, ids, events).errors,
  ];
}
