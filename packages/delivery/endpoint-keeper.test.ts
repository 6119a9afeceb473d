import assert from "node:assert/strict";
import { test } from "node:test";
import { eventually } from "@souk/testkit";
import { Endpoint, type EndpointRow, maxLanesPerEndpoint } from "./endpoint.ts";
import { EndpointKeeper } from "./endpoint-keeper.ts";
import { createEngineDeps } from "./testing/engine-deps.ts";
import { healthyEndpoint } from "./testing/healthy-endpoint.ts";

const row = (lease_count: number): EndpointRow => ({ endpoint_id: 1, lease_count, ...healthyEndpoint });

/** Create a keeper whose statements are recorded and whose saves end when the test calls `finishSave`. */
function createKeeper() {
  const statements: string[] = [];
  const saved = Promise.withResolvers<void>();
  const query = async ({ name }: { name: string }) => {
    statements.push(name);
    if (name === "endpoints_save") {
      await saved.promise;
      statements.push("saved");
    }
    return { rows: [], rowCount: 0 };
  };
  const keeper = new EndpointKeeper(createEngineDeps(query));
  return { keeper, statements, finishSave: () => saved.resolve() };
}

test("an endpoint's room depends on its pace and on the lanes already leased", () => {
  const create = (health: Partial<EndpointRow>) => new Endpoint({ ...row(1), ...health }, 0, () => 0.5);
  const at = (rate: number) => create({ breaker: "recovering", rate }).countRoom(30_000);
  assert.deepEqual([at(1 / 60), at(0.1), at(50)], [1, 3, maxLanesPerEndpoint]);
  assert.equal(create({ breaker: "open" }).countRoom(30_000), 0);
  const endpoint = create({});
  endpoint.lanes = 30;
  assert.equal(endpoint.countRoom(30_000), maxLanesPerEndpoint - 30);
});

test("an endpoint is kept when a lane of it is leased just before its release", async () => {
  const { keeper, statements, finishSave } = createKeeper();
  const endpoint = keeper.join(row(1));
  keeper.markChanged(endpoint);
  keeper.leave(endpoint);
  await eventually(() => statements.includes("endpoints_save"));
  keeper.join(row(2));
  finishSave();
  await keeper.stop();
  assert.deepEqual(statements, ["endpoints_save", "saved"]);
  assert.equal(keeper.get(1), endpoint);
});

test("an endpoint leased and left during its release is released again", async () => {
  const released: unknown[] = [];
  const first = Promise.withResolvers<void>();
  const query = async (_statement: object, values: unknown[]) => {
    released.push(values[2]);
    if (released.length === 1) await first.promise;
    return { rows: [], rowCount: 0 };
  };
  const keeper = new EndpointKeeper(createEngineDeps(query));
  keeper.leave(keeper.join(row(1)));
  await eventually(() => released.length === 1);
  keeper.leave(keeper.join(row(2)));
  first.resolve();
  await keeper.stop();
  assert.deepEqual(released, [[1], [2]]);
  assert.deepEqual(keeper.all(), []);
});

// If the endpoint were released first, the process would no longer own it and its health could not be saved.
test("an endpoint is released only after its health is saved", async () => {
  const { keeper, statements, finishSave } = createKeeper();
  const endpoint = keeper.join(row(1));
  keeper.markChanged(endpoint);
  await eventually(() => statements.includes("endpoints_save"));
  keeper.leave(endpoint);
  setTimeout(finishSave, 100);
  await eventually(() => statements.includes("endpoints_release"));
  await keeper.stop();
  assert.deepEqual(statements, ["endpoints_save", "saved", "endpoints_release"]);
});
