import assert from "node:assert/strict";
import { test } from "node:test";
import { eventually } from "@souk/testkit";
import { Endpoint, type EndpointRow, maxLanesPerEndpoint } from "./endpoint.ts";
import { EndpointKeeper } from "./endpoint-keeper.ts";
import { createEngineDeps } from "./testing/engine-deps.ts";
import { healthyEndpoint } from "./testing/healthy-endpoint.ts";

const buildRow = (lease_count: number): EndpointRow => ({ endpoint_id: 1, lease_count, ...healthyEndpoint });

/** Create a keeper whose statements are recorded and whose saves end when the test calls `finishSave`. */
function createKeeper() {
  const statements: string[] = [];
  const saveEnd = Promise.withResolvers<void>();
  const query = async ({ name }: { name: string }) => {
    statements.push(name);
    if (name === "endpoints_save") {
      await saveEnd.promise;
      statements.push("saved");
    }
    return { rows: [], rowCount: 0 };
  };
  const keeper = new EndpointKeeper(createEngineDeps(query));
  return { keeper, statements, finishSave: () => saveEnd.resolve() };
}

test("an endpoint's pace and leased lanes limit how many more of its lanes are leased", () => {
  const createEndpoint = (health: Partial<EndpointRow>) =>
    new Endpoint({ ...buildRow(1), ...health }, 0, () => 0.5);
  const countLanesAt = (rate: number) =>
    createEndpoint({ breaker: "recovering", rate }).countLeasableLanes(30_000);
  // In 30 seconds, these rates allow 0.5, 3 and 1,500 requests.
  assert.deepEqual([countLanesAt(1 / 60), countLanesAt(0.1), countLanesAt(50)], [1, 3, maxLanesPerEndpoint]);
  assert.equal(createEndpoint({ breaker: "open" }).countLeasableLanes(30_000), 0);
  const endpoint = createEndpoint({});
  endpoint.laneCount = 30;
  assert.equal(endpoint.countLeasableLanes(30_000), maxLanesPerEndpoint - 30);
});

test("an endpoint is not released if one of its lanes is leased just before the release", async () => {
  const { keeper, statements, finishSave } = createKeeper();
  const endpoint = keeper.addLane(buildRow(1));
  keeper.markChanged(endpoint);
  keeper.removeLane(endpoint);
  await eventually(() => statements.includes("endpoints_save"));
  keeper.addLane(buildRow(2));
  finishSave();
  await keeper.stop();
  assert.deepEqual(statements, ["endpoints_save", "saved"]);
  assert.equal(keeper.get(1), endpoint);
});

test("if a lane is added and removed while its endpoint is released, the endpoint is released again", async () => {
  const releasedLeaseCounts: unknown[] = [];
  const firstRelease = Promise.withResolvers<void>();
  const query = async (_statement: object, values: unknown[]) => {
    releasedLeaseCounts.push(values[2]);
    if (releasedLeaseCounts.length === 1) await firstRelease.promise;
    return { rows: [], rowCount: 0 };
  };
  const keeper = new EndpointKeeper(createEngineDeps(query));
  keeper.removeLane(keeper.addLane(buildRow(1)));
  await eventually(() => releasedLeaseCounts.length === 1);
  keeper.removeLane(keeper.addLane(buildRow(2)));
  firstRelease.resolve();
  await keeper.stop();
  assert.deepEqual(releasedLeaseCounts, [[1], [2]]);
  assert.deepEqual(keeper.list(), []);
});

// If the endpoint were released first, the process would no longer own it and its health could not be saved.
test("an endpoint is released only after its health is saved", async () => {
  const { keeper, statements, finishSave } = createKeeper();
  const endpoint = keeper.addLane(buildRow(1));
  keeper.markChanged(endpoint);
  await eventually(() => statements.includes("endpoints_save"));
  keeper.removeLane(endpoint);
  setTimeout(finishSave, 100);
  await eventually(() => statements.includes("endpoints_release"));
  await keeper.stop();
  assert.deepEqual(statements, ["endpoints_save", "saved", "endpoints_release"]);
});
