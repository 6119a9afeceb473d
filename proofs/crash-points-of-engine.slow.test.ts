import assert from "node:assert/strict";
import { test } from "node:test";
import { failpointNames } from "@souk/delivery";
import { proveCrashesLoseNothing } from "./crash-at-points.ts";

const enginePoints = failpointNames.filter((name) => name.startsWith("engine."));

test("P3: crashes of the delivery engine lose no webhook and send no unexpected webhook", async (t) => {
  assert.ok(failpointNames.length >= 12, "crash points were removed");
  await proveCrashesLoseNothing(t, enginePoints);
});
