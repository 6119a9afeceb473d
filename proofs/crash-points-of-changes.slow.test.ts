import { test } from "node:test";
import { failpointNames } from "@souk/delivery";
import { proveCrashesLoseNothing } from "./crash-at-points.ts";

const pointsBeforeSending = failpointNames.filter((name) => !name.startsWith("engine."));

test("P3: crashes while changes are made or events are numbered lose no change or webhook", async (t) => {
  await proveCrashesLoseNothing(t, pointsBeforeSending);
});
