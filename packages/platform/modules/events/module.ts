import { operations } from "@souk/contract";
import type { Module } from "../../infrastructure/module.ts";
import { read } from "../../infrastructure/routing/route.ts";
import { listEvents } from "./list-events.ts";

/** Create the module with which apps read the event log. */
export function eventsModule(): Module {
  return { name: "events", tables: [], routes: [read(operations.listEvents, listEvents)] };
}
