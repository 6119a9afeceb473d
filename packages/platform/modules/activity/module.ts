import { operations } from "@souk/contract";
import type { Module } from "../../infrastructure/module.ts";
import { read } from "../../infrastructure/routing/route.ts";
import type { Clock } from "../../runtime/clock.ts";
import { getActivity } from "./get-activity.ts";

/** What the activity module uses from the platform. */
export interface ActivityDeps {
  clock: Clock;
}

/** Create the module that shows people the recent activity in a store. */
export function activityModule({ clock }: ActivityDeps): Module {
  return {
    name: "activity",
    tables: [],
    routes: [read(operations.getActivity, (database, call) => getActivity(database, call, clock.now()))],
  };
}
