import { test } from "node:test";
import { failpointNames } from "@souk/delivery";
import { proveCrashesLoseNothing } from "./crash-at-points.ts";

const pointsBeforeSending = failpointNames.filter((name) => !name.startsWith("engine."));

test("P3: a crash while changes are made or events are numbered loses no change or webhook", async (t) => {
  await proveCrashesLoseNothing(t, pointsBeforeSending);
});
