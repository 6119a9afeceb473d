import { defineList, operations } from "@souk/contract";
import type { List } from "@souk/ui";

/** The definition of a list of security events, of a store or of the platform. */
export const eventList = defineList(operations.listSecurityEvents.query, {
  filters: { kind: "kind" },
  limit: 50,
});

/** The state of a list of security events in the page's URL. */
export type EventList = List<typeof eventList>;
