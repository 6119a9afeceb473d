import { operations } from "@souk/contract";
import type { Clock } from "../../clock.ts";
import { type Route, read } from "../../routing/route.ts";
import { getActivity } from "./get-activity.ts";

/** The console operation about what happened in a shop. */
export function activityRoutes(clock: Clock): Route[] {
  return [read(operations.getActivity, (database, call) => getActivity(database, call, clock.now()))];
}
