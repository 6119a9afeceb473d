import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { becomes } from "@souk/testkit";
import type { EndpointHealth } from "./breaker.ts";
import { Endpoint } from "./endpoint.ts";
import { type DueDelivery, type LeasedLane, leasedLane } from "./leased-lane.ts";
import { healthyEndpoint } from "./testing/healthy-endpoint.ts";
import { type Turn, TurnOrder, type Widths } from "./turn-order.ts";

const delivery = {} as DueDelivery;

/** The endpoints of a test, by app and name. */
let endpoints = new Map<string, Endpoint>();
beforeEach(() => {
  endpoints = new Map();
});

function endpoint(app: number, name: string, health: Partial<EndpointHealth> = {}): Endpoint {
  const key = `${app} ${name}`;
  const row = { endpoint_id: endpoints.size + 1, takes: 1, ...healthyEndpoint, ...health };
  const made = endpoints.get(key) ?? new Endpoint(row, performance.now(), () => 0.5);
  endpoints.set(key, made);
  return made;
}

const orderOf = (widths: Widths): TurnOrder => new TurnOrder(widths, () => undefined);

function lane(
  id: number,
  app_id: number,
  origin: string,
  waiting: number,
  kind = "subscription",
): LeasedLane {
  const taken = { id, app_id, epoch: 1, installation_id: 1, store_id: 1, closed: false, wakes: 0 };
  const row = { ...taken, kind: kind as LeasedLane["kind"], endpoint: null, probe: false };
  const made = leasedLane(row, kind === "uninstall" ? null : endpoint(app_id, origin), 0);
  return Object.assign(made, { ahead: Array(waiting).fill(delivery) });
}

/** Begins all that may begin. */
function begin(order: TurnOrder): Turn[] {
  const turns: Turn[] = [];
  for (let turn = order.next(); turn; turn = order.next()) {
    turn.lane.ahead.shift();
    order.offer(turn.lane);
    turns.push(turn);
  }
  return turns;
}

const widths = { endpoint: 2, app: 3, process: 5 };

test("an endpoint has at most its width under way, over all its lanes", () => {
  const order = orderOf(widths);
  order.offer(lane(1, 1, "a", 9));
  order.offer(lane(2, 1, "a", 9));
  const turns = begin(order);
  assert.deepEqual(
    turns.map(({ lane: { id } }) => id),
    [1, 2],
  );
  turns[0]?.leave();
  assert.deepEqual(
    begin(order).map(({ lane: { id } }) => id),
    [1],
  );
});

test("an app has at most its width under way, over all its endpoints", () => {
  const order = orderOf(widths);
  for (const [index, origin] of ["a", "b", "c"].entries()) order.offer(lane(index, 1, origin, 9));
  const turns = begin(order);
  assert.deepEqual(
    turns.map(({ lane: { id } }) => id),
    [0, 1, 2],
  );
  turns[1]?.leave();
  assert.equal(begin(order).length, 1);
});

test("a process has at most its width under way, and apps take turns for it", () => {
  const order = orderOf({ endpoint: 100, app: 100, process: 5 });
  order.offer(lane(1, 1, "a", 90));
  order.offer(lane(2, 1, "b", 90));
  order.offer(lane(3, 2, "a", 90));
  order.offer(lane(4, 3, "a", 90));
  const turns = begin(order);
  assert.deepEqual(
    turns.map(({ lane: { app_id } }) => app_id),
    [1, 2, 3, 1, 2],
  );
  const next: (number | undefined)[] = [];
  for (const turn of turns) {
    turn.leave();
    next.push(...begin(order).map(({ lane: { app_id } }) => app_id));
  }
  assert.deepEqual(next, [3, 1, 2, 3, 1]);
});

test("one app's backlog takes no more than its turns from another", () => {
  const order = orderOf({ endpoint: 100, app: 100, process: 1 });
  const few = lane(2, 2, "a", 3);
  order.offer(lane(1, 1, "a", 1_000));
  order.offer(few);
  for (let sent = 0; sent < 6; sent++) {
    const turn = order.next();
    turn?.lane.ahead.shift();
    if (turn) order.offer(turn.lane);
    turn?.leave();
  }
  assert.equal(few.ahead.length, 0);
});

test("the notice of an uninstall goes before all others and past every width", () => {
  const order = orderOf(widths);
  order.offer(lane(1, 1, "a", 9));
  order.offer(lane(2, 2, "a", 9));
  order.offer(lane(3, 3, "a", 9));
  begin(order);
  order.offer(lane(4, 1, "a", 1, "uninstall"));
  assert.deepEqual(
    begin(order).map(({ lane: { id } }) => id),
    [4],
  );
});

test("a lane that is withdrawn, or has nothing left, has no turn", () => {
  const order = orderOf(widths);
  const gone = lane(1, 1, "a", 9);
  order.offer(gone);
  order.withdraw(gone);
  order.offer(lane(2, 1, "a", 0));
  assert.equal(order.next(), undefined);
});

test("an endpoint that is open has no turn, and one for a probe", () => {
  const order = orderOf(widths);
  const open = endpoint(1, "a", { breaker: "open" });
  order.offer(lane(1, 1, "a", 9));
  assert.equal(order.next(), undefined);
  open.breaker.grantProbe();
  order.refresh(1, open);
  assert.equal(begin(order).length, 1);
});

test("an endpoint that recovers has its turns by its pace, and others have theirs meanwhile", async () => {
  const later: number[] = [];
  // A timer may come a moment too early, and again then.
  const order = new TurnOrder(widths, () => later.push(...begin(order).map((turn) => turn.lane.id)));
  endpoint(1, "a", { breaker: "recovering", rate: 10 });
  order.offer(lane(1, 1, "a", 9));
  order.offer(lane(2, 2, "a", 1));
  assert.deepEqual(
    begin(order).map(({ lane: { id } }) => id),
    [1, 2],
  );
  await becomes(() => later, [1]);
  order.stop();
});

test("leaving twice counts once", () => {
  const order = orderOf({ endpoint: 1, app: 1, process: 1 });
  order.offer(lane(1, 1, "a", 9));
  const [turn] = begin(order);
  turn?.leave();
  begin(order);
  turn?.leave();
  assert.equal(order.underWay, 1);
  assert.equal(order.next(), undefined);
});
