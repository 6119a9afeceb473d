import type { Sample } from "./access-samples.ts";

/** Sample calls of the operations that read logs. */
export const logSamples = {
  "activity.get": (): Sample => ({}),
  "audit_entries.list": (): Sample => ({}),
  "audit_entries.count": (): Sample => ({}),
  "security_events.list": (): Sample => ({}),
  "staff_actions.list": (): Sample => ({}),
  "staff_security_events.list": (): Sample => ({}),
};
