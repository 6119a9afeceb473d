import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { becomes } from "@souk/testkit";
import type { EndpointHealth } from "./breaker.ts";
import { Endpoint } from "./endpoint.ts";
import { createLeasedLane, type DueDelivery, type LeasedLane } from "./leased-lane.ts";
import { healthyEndpoint } from "./testing/healthy-endpoint.ts";
import { type Turn, TurnOrder, type Widths } from "./turn-order.ts";

const delivery = {} as DueDelivery;

/** The endpoints of the current test, by app and name. */
let endpoints = new Map<string, Endpoint>();
beforeEach(() => {
  endpoints = new Map();
});

function getEndpoint(app: number, name: string, health: Partial<EndpointHealth> = {}): Endpoint {
  const key = `${app} ${name}`;
  const row = { endpoint_id: endpoints.size + 1, lease_count: 1, ...healthyEndpoint, ...health };
  const made = endpoints.get(key) ?? new Endpoint(row, performance.now(), () => 0.5);
  endpoints.set(key, made);
  return made;
}

const createTurnOrder = (widths: Widths): TurnOrder => new TurnOrder(widths, () => undefined);

function createLane(
  id: number,
  app_id: number,
  origin: string,
  waiting: number,
  kind = "subscription",
): LeasedLane {
  const taken = { id, app_id, epoch: 1, installation_id: 1, store_id: 1, closed: false, wake_count: 0 };
  const row = { ...taken, kind: kind as LeasedLane["kind"], endpoint: null, probe: false };
  const made = createLeasedLane(row, kind === "uninstall" ? null : getEndpoint(app_id, origin), 0);
  return Object.assign(made, { ahead: Array(waiting).fill(delivery) });
}

/** Take all turns that are possible now. */
function takeTurns(order: TurnOrder): Turn[] {
  const turns: Turn[] = [];
  for (let turn = order.next(); turn; turn = order.next()) {
    turn.lane.ahead.shift();
    order.offer(turn.lane);
    turns.push(turn);
  }
  return turns;
}

const widths = { endpoint: 2, app: 3, process: 5 };

test("an endpoint's requests under way never exceed its width", () => {
  const order = createTurnOrder(widths);
  order.offer(createLane(1, 1, "a", 9));
  order.offer(createLane(2, 1, "a", 9));
  const turns = takeTurns(order);
  assert.deepEqual(
    turns.map(({ lane: { id } }) => id),
    [1, 2],
  );
  turns[0]?.leave();
  assert.deepEqual(
    takeTurns(order).map(({ lane: { id } }) => id),
    [1],
  );
});

test("an app's requests under way never exceed its width", () => {
  const order = createTurnOrder(widths);
  for (const [index, origin] of ["a", "b", "c"].entries()) order.offer(createLane(index, 1, origin, 9));
  const turns = takeTurns(order);
  assert.deepEqual(
    turns.map(({ lane: { id } }) => id),
    [0, 1, 2],
  );
  turns[1]?.leave();
  assert.equal(takeTurns(order).length, 1);
});

test("apps take turns for the width of the process", () => {
  const order = createTurnOrder({ endpoint: 100, app: 100, process: 5 });
  order.offer(createLane(1, 1, "a", 90));
  order.offer(createLane(2, 1, "b", 90));
  order.offer(createLane(3, 2, "a", 90));
  order.offer(createLane(4, 3, "a", 90));
  const turns = takeTurns(order);
  assert.deepEqual(
    turns.map(({ lane: { app_id } }) => app_id),
    [1, 2, 3, 1, 2],
  );
  const next: (number | undefined)[] = [];
  for (const turn of turns) {
    turn.leave();
    next.push(...takeTurns(order).map(({ lane: { app_id } }) => app_id));
  }
  assert.deepEqual(next, [3, 1, 2, 3, 1]);
});

test("an app with a backlog gets no more turns than another app", () => {
  const order = createTurnOrder({ endpoint: 100, app: 100, process: 1 });
  const few = createLane(2, 2, "a", 3);
  order.offer(createLane(1, 1, "a", 1_000));
  order.offer(few);
  for (let sent = 0; sent < 6; sent++) {
    const turn = order.next();
    turn?.lane.ahead.shift();
    if (turn) order.offer(turn.lane);
    turn?.leave();
  }
  assert.equal(few.ahead.length, 0);
});

test("the notice of an uninstall goes first, despite full widths", () => {
  const order = createTurnOrder(widths);
  order.offer(createLane(1, 1, "a", 9));
  order.offer(createLane(2, 2, "a", 9));
  order.offer(createLane(3, 3, "a", 9));
  takeTurns(order);
  order.offer(createLane(4, 1, "a", 1, "uninstall"));
  assert.deepEqual(
    takeTurns(order).map(({ lane: { id } }) => id),
    [4],
  );
});

test("a withdrawn lane or a lane without deliveries gets no turn", () => {
  const order = createTurnOrder(widths);
  const removed = createLane(1, 1, "a", 9);
  order.offer(removed);
  order.withdraw(removed);
  order.offer(createLane(2, 1, "a", 0));
  assert.equal(order.next(), undefined);
});

test("an open endpoint gets a turn only for a granted probe", () => {
  const order = createTurnOrder(widths);
  const open = getEndpoint(1, "a", { breaker: "open" });
  order.offer(createLane(1, 1, "a", 9));
  assert.equal(order.next(), undefined);
  open.breaker.grantProbe();
  order.refresh(1, open);
  assert.equal(takeTurns(order).length, 1);
});

test("a recovering endpoint gets turns at its pace without delaying others", async () => {
  const later: number[] = [];
  // A timer may fire slightly early and is then set again.
  const order = new TurnOrder(widths, () => later.push(...takeTurns(order).map((turn) => turn.lane.id)));
  getEndpoint(1, "a", { breaker: "recovering", rate: 10 });
  order.offer(createLane(1, 1, "a", 9));
  order.offer(createLane(2, 2, "a", 1));
  assert.deepEqual(
    takeTurns(order).map(({ lane: { id } }) => id),
    [1, 2],
  );
  await becomes(() => later, [1]);
  order.stop();
});

test("calling leave twice ends a turn once", () => {
  const order = createTurnOrder({ endpoint: 1, app: 1, process: 1 });
  order.offer(createLane(1, 1, "a", 9));
  const [turn] = takeTurns(order);
  turn?.leave();
  takeTurns(order);
  turn?.leave();
  assert.equal(order.underWay, 1);
  assert.equal(order.next(), undefined);
});
