import assert from "node:assert/strict";
import { test } from "node:test";
import { eventually } from "@souk/testkit";
import { Endpoint, type EndpointRow, lanesOfEndpoint } from "./endpoint.ts";
import { EndpointKeeper } from "./endpoint-keeper.ts";
import { groundAnswering } from "./testing/engine-ground.ts";
import { healthyEndpoint } from "./testing/healthy-endpoint.ts";

const row = (takes: number): EndpointRow => ({ endpoint_id: 1, takes, ...healthyEndpoint });

/** A keeper whose statements are noted, and whose first saving ends when it is let. */
function keeperOf() {
  const asked: string[] = [];
  const saved = Promise.withResolvers<void>();
  const query = async ({ name }: { name: string }) => {
    asked.push(name);
    if (name === "endpoints_save") {
      await saved.promise;
      asked.push("saved");
    }
    return { rows: [], rowCount: 0 };
  };
  const keeper = new EndpointKeeper(groundAnswering(query));
  return { keeper, asked, letSave: () => saved.resolve() };
}

test("of an endpoint as many lanes are taken as there is room for, and as its pace lets send meanwhile", () => {
  const made = (health: Partial<EndpointRow>) => new Endpoint({ ...row(1), ...health }, 0, () => 0.5);
  const at = (rate: number) => made({ breaker: "recovering", rate }).roomFor(30_000);
  assert.deepEqual([at(1 / 60), at(0.1), at(50)], [1, 3, lanesOfEndpoint]);
  assert.equal(made({ breaker: "open" }).roomFor(30_000), 0);
  const some = made({});
  some.lanes = 30;
  assert.equal(some.roomFor(30_000), lanesOfEndpoint - 30);
});

test("an endpoint of which a lane is taken while it is about to be given back is kept", async () => {
  const { keeper, asked, letSave } = keeperOf();
  const endpoint = keeper.join(row(1));
  keeper.changed(endpoint);
  keeper.leave(endpoint);
  await eventually(() => asked.includes("endpoints_save"));
  keeper.join(row(2));
  letSave();
  await keeper.stop();
  assert.deepEqual(asked, ["endpoints_save", "saved"]);
  assert.equal(keeper.get(1), endpoint);
});

test("an endpoint that is taken and left again while it is being given back is given back anew, for the taking of then", async () => {
  const released: unknown[] = [];
  const first = Promise.withResolvers<void>();
  const query = async (_statement: object, values: unknown[]) => {
    released.push(values[2]);
    if (released.length === 1) await first.promise;
    return { rows: [], rowCount: 0 };
  };
  const keeper = new EndpointKeeper(groundAnswering(query));
  keeper.leave(keeper.join(row(1)));
  await eventually(() => released.length === 1);
  keeper.leave(keeper.join(row(2)));
  first.resolve();
  await keeper.stop();
  assert.deepEqual(released, [[1], [2]]);
  assert.deepEqual(keeper.all(), []);
});

// Given back first, it is no longer this process's, and what was found of it would be written nowhere.
test("an endpoint is given back after what was found of it is stored, also when that is under way already", async () => {
  const { keeper, asked, letSave } = keeperOf();
  const endpoint = keeper.join(row(1));
  keeper.changed(endpoint);
  await eventually(() => asked.includes("endpoints_save"));
  keeper.leave(endpoint);
  setTimeout(letSave, 100);
  await eventually(() => asked.includes("endpoints_release"));
  await keeper.stop();
  assert.deepEqual(asked, ["endpoints_save", "saved", "endpoints_release"]);
});
