import { test } from "node:test";
import { failpointNames } from "@souk/delivery";
import { proveCrashes } from "./crash-at-points.ts";

const beforeSending = failpointNames.filter((name) => !name.startsWith("engine."));

test("P3: crashes in changes, numbering, history and uninstalls lose and invent nothing", async (t) => {
  await proveCrashes(t, beforeSending);
});
