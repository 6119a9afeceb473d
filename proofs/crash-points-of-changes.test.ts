import { test } from "node:test";
import { failpointNames } from "@souk/delivery";
import { proveCrashes } from "./crash-at-points.ts";

const beforeSending = failpointNames.filter((name) => !name.startsWith("engine."));

test("P3: a crash at each named point of a change, of numbering, history and an uninstall loses nothing and invents nothing", async (t) => {
  await proveCrashes(t, beforeSending);
});
