import assert from "node:assert/strict";
import { test } from "node:test";
import { failpointNames } from "@souk/delivery";
import { proveCrashes } from "./crash-at-points.ts";

const ofEngine = failpointNames.filter((name) => name.startsWith("engine."));

test("P3: crashes in the delivery engine lose and invent no change and no webhook", async (t) => {
  assert.ok(failpointNames.length >= 12);
  await proveCrashes(t, ofEngine);
});
