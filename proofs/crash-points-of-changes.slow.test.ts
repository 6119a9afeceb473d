import { test } from "node:test";
import { failpointNames } from "@souk/delivery";
import { proveCrashes } from "./crash-at-points.ts";

const pointsBeforeSending = failpointNames.filter((name) => !name.startsWith("engine."));

test("P3: crashes while changes are made and numbered lose no change and no webhook", async (t) => {
  await proveCrashes(t, pointsBeforeSending);
});
