import { defineOperation } from "../operation.ts";
import { createTimeListSchema } from "../paging.ts";
import { timeListParameters } from "../query.ts";
import { noParams } from "../schemas/common.ts";
import { securityEvent, staffSecurityEvent } from "../schemas/security-event.ts";
import { securityEventKindNames } from "../security-events.ts";

const readOperation = {
  auth: "session",
  scopes: [],
  method: "GET",
  params: noParams,
  definedBy: "souk",
  clauses: [],
} as const;

const query = {
  ...timeListParameters,
  kind: {
    kind: "choice",
    of: securityEventKindNames,
    description: "Returns events of this kind.",
  },
  account_id: {
    kind: "id",
    description: "Returns events that concern the person with this account id, or that the person caused.",
  },
  created_at_min: {
    kind: "date",
    bound: "min",
    timezone: "offset",
    description: "Created at or after this date.",
  },
  created_at_max: {
    kind: "date",
    bound: "max",
    timezone: "offset",
    description: "Created at or before this date.",
  },
  sort: { kind: "sort", by: ["created_at"], default: "created_at.desc" },
} as const;

export const listSecurityEvents = defineOperation({
  ...readOperation,
  surface: "store_console",
  id: "security_events.list",
  rights: [["audit_log.view"]],
  path: "/security_events.json",
  query,
  response: createTimeListSchema("security_events", securityEvent),
  errors: ["not_signed_in", "not_allowed", "invalid"],
  summary: "List security events of the store",
  description:
    "Returns events of the last 365 days that concern the store's members, apps, exports and suspension, newest first.",
});

export const listStaffSecurityEvents = defineOperation({
  ...readOperation,
  surface: "staff_console",
  id: "staff_security_events.list",
  rights: [],
  path: "/security_events.json",
  query: {
    ...query,
    store_id: { kind: "id", description: "Returns events that concern this store." },
    partner_id: { kind: "id", description: "Returns events that concern this partner." },
  },
  response: createTimeListSchema("security_events", staffSecurityEvent),
  errors: ["invalid"],
  summary: "List security events of the platform",
  description: "Returns all security events of the last 365 days, newest first.",
});
