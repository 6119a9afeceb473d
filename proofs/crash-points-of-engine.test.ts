import assert from "node:assert/strict";
import { test } from "node:test";
import { failpointNames } from "@souk/delivery";
import { proveCrashes } from "./crash-at-points.ts";

const ofEngine = failpointNames.filter((name) => name.startsWith("engine."));

test("P3: a crash at each named point of the delivery engine loses no change and no webhook, and invents neither", async (t) => {
  assert.ok(failpointNames.length >= 12);
  await proveCrashes(t, ofEngine);
});
