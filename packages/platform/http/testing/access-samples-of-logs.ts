/** Sample calls of the operations that read logs. */
export const logSamples = {
  "activity.get": () => ({}),
  "audit_entries.list": () => ({}),
  "audit_entries.count": () => ({}),
  "security_events.list": () => ({}),
  "staff_actions.list": () => ({}),
  "staff_security_events.list": () => ({}),
};
