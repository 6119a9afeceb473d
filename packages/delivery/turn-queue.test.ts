import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { assertBecomes } from "@souk/testkit";
import type { EndpointHealth } from "./breaker.ts";
import { Endpoint } from "./endpoint.ts";
import { createLeasedLane, type DueDelivery, type LeasedLane } from "./leased-lane.ts";
import { healthyEndpoint } from "./testing/healthy-endpoint.ts";
import { type ConcurrencyLimits, type Turn, TurnQueue } from "./turn-queue.ts";

const delivery = {} as DueDelivery;

/** The endpoints of the current test, by app and name. */
let endpoints = new Map<string, Endpoint>();
beforeEach(() => {
  endpoints = new Map();
});

function ensureEndpoint(app: number, name: string, health: Partial<EndpointHealth> = {}): Endpoint {
  const key = `${app} ${name}`;
  const row = { endpoint_id: endpoints.size + 1, lease_count: 1, ...healthyEndpoint, ...health };
  const endpoint = endpoints.get(key) ?? new Endpoint(row, performance.now(), () => 0.5);
  endpoints.set(key, endpoint);
  return endpoint;
}

const createTurnQueue = (limits: ConcurrencyLimits): TurnQueue => new TurnQueue(limits, () => undefined);

function createLane(
  id: number,
  app_id: number,
  origin: string,
  deliveryCount: number,
  kind = "subscription",
): LeasedLane {
  const ids = { id, app_id, epoch: 1, installation_id: 1, store_id: 1, closed: false, wake_count: 0 };
  const row = { ...ids, kind: kind as LeasedLane["kind"], endpoint: null, probe: false };
  const lane = createLeasedLane(row, kind === "uninstall" ? null : ensureEndpoint(app_id, origin), 0);
  return Object.assign(lane, { readAhead: Array(deliveryCount).fill(delivery) });
}

/** Start all turns that are possible now. Each takes one delivery of its lane, and the lane is added to the queue again. */
function startTurns(queue: TurnQueue): Turn[] {
  const turns: Turn[] = [];
  for (let turn = queue.startNextTurn(); turn; turn = queue.startNextTurn()) {
    turn.lane.readAhead.shift();
    queue.addLane(turn.lane);
    turns.push(turn);
  }
  return turns;
}

const limits = { endpoint: 2, app: 3, process: 5 };

test("an endpoint's requests in flight never exceed its limit", () => {
  const queue = createTurnQueue(limits);
  queue.addLane(createLane(1, 1, "a", 9));
  queue.addLane(createLane(2, 1, "a", 9));
  const turns = startTurns(queue);
  assert.deepEqual(
    turns.map(({ lane: { id } }) => id),
    [1, 2],
  );
  turns[0]?.end();
  assert.deepEqual(
    startTurns(queue).map(({ lane: { id } }) => id),
    [1],
  );
});

test("an app's requests in flight never exceed its limit", () => {
  const queue = createTurnQueue(limits);
  for (const [index, origin] of ["a", "b", "c"].entries()) queue.addLane(createLane(index, 1, origin, 9));
  const turns = startTurns(queue);
  assert.deepEqual(
    turns.map(({ lane: { id } }) => id),
    [0, 1, 2],
  );
  turns[1]?.end();
  assert.equal(startTurns(queue).length, 1);
});

test("apps take turns to send within the process's limit of requests in flight", () => {
  const queue = createTurnQueue({ endpoint: 100, app: 100, process: 5 });
  queue.addLane(createLane(1, 1, "a", 90));
  queue.addLane(createLane(2, 1, "b", 90));
  queue.addLane(createLane(3, 2, "a", 90));
  queue.addLane(createLane(4, 3, "a", 90));
  const turns = startTurns(queue);
  assert.deepEqual(
    turns.map(({ lane: { app_id } }) => app_id),
    [1, 2, 3, 1, 2],
  );
  const nextApps: (number | undefined)[] = [];
  for (const turn of turns) {
    turn.end();
    nextApps.push(...startTurns(queue).map(({ lane: { app_id } }) => app_id));
  }
  assert.deepEqual(nextApps, [3, 1, 2, 3, 1]);
});

test("an app with a backlog gets no more turns to send than another app", () => {
  const queue = createTurnQueue({ endpoint: 100, app: 100, process: 1 });
  const smallLane = createLane(2, 2, "a", 3);
  queue.addLane(createLane(1, 1, "a", 1_000));
  queue.addLane(smallLane);
  for (let n = 0; n < 6; n++) {
    const turn = queue.startNextTurn();
    turn?.lane.readAhead.shift();
    if (turn) queue.addLane(turn.lane);
    turn?.end();
  }
  assert.equal(smallLane.readAhead.length, 0);
});

test("an uninstall notice is sent first, even if all limits are reached", () => {
  const queue = createTurnQueue(limits);
  queue.addLane(createLane(1, 1, "a", 9));
  queue.addLane(createLane(2, 2, "a", 9));
  queue.addLane(createLane(3, 3, "a", 9));
  startTurns(queue);
  queue.addLane(createLane(4, 1, "a", 1, "uninstall"));
  assert.deepEqual(
    startTurns(queue).map(({ lane: { id } }) => id),
    [4],
  );
});

test("a removed lane or a lane without deliveries gets no turn to send", () => {
  const queue = createTurnQueue(limits);
  const removedLane = createLane(1, 1, "a", 9);
  queue.addLane(removedLane);
  queue.removeLane(removedLane);
  queue.addLane(createLane(2, 1, "a", 0));
  assert.equal(queue.startNextTurn(), undefined);
});

test("an endpoint whose breaker is open gets a turn to send only for a granted probe", () => {
  const queue = createTurnQueue(limits);
  const openEndpoint = ensureEndpoint(1, "a", { breaker: "open" });
  queue.addLane(createLane(1, 1, "a", 9));
  assert.equal(queue.startNextTurn(), undefined);
  openEndpoint.breaker.grantProbe();
  queue.refreshEndpoint(1, openEndpoint);
  assert.equal(startTurns(queue).length, 1);
});

test("a recovering endpoint gets requests at its pace without delaying other endpoints", async () => {
  const laterLaneIds: number[] = [];
  // A timer may fire slightly early. The queue then sets it again.
  const queue = new TurnQueue(limits, () =>
    laterLaneIds.push(...startTurns(queue).map((turn) => turn.lane.id)),
  );
  ensureEndpoint(1, "a", { breaker: "recovering", rate: 10 });
  queue.addLane(createLane(1, 1, "a", 9));
  queue.addLane(createLane(2, 2, "a", 1));
  assert.deepEqual(
    startTurns(queue).map(({ lane: { id } }) => id),
    [1, 2],
  );
  await assertBecomes(() => laterLaneIds, [1]);
  queue.stop();
});

test("a request whose turn is ended twice frees only one request slot", () => {
  const queue = createTurnQueue({ endpoint: 1, app: 1, process: 1 });
  queue.addLane(createLane(1, 1, "a", 9));
  const [turn] = startTurns(queue);
  turn?.end();
  startTurns(queue);
  turn?.end();
  assert.equal(queue.requestsInFlight, 1);
  assert.equal(queue.startNextTurn(), undefined);
});
