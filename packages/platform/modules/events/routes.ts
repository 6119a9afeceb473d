import { operations } from "@souk/contract";
import { type Route, read } from "../../routing/route.ts";
import { listEvents } from "./list-events.ts";

/** The event log as apps read it. */
export function eventsRoutes(): Route[] {
  return [read(operations.listEvents, listEvents)];
}
