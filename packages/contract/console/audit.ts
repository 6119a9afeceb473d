import { defineOperation } from "../operation.ts";
import { createTimeListSchema } from "../paging.ts";
import { listParameters, timeListParameters } from "../query.ts";
import { auditEntry, auditedResources } from "../schemas/audit.ts";
import { countResponse, noParams } from "../schemas/common.ts";

const readOperation = {
  surface: "store_console",
  auth: "session",
  scopes: [],
  rights: [["audit_log.view"]],
  method: "GET",
  params: noParams,
  errors: ["not_signed_in", "not_allowed", "invalid"],
  definedBy: "souk",
  clauses: [],
} as const;

const filters = {
  ids: listParameters.ids,
  resource: { kind: "choice", of: auditedResources, description: "Returns changes of records of this kind." },
  resource_ids: {
    kind: "ids",
    description: "Returns changes of the records with these ids. Requires `resource`.",
  },
  product_id: {
    kind: "id",
    description: "Returns changes of this product and of its variants, options and images.",
  },
  action: {
    kind: "choice",
    of: ["create", "update", "delete"],
    description: "Returns changes with this action.",
  },
  account_id: { kind: "id", description: "Returns changes made by the person with this account id." },
  app: { kind: "text", maxLength: 255, description: "Returns changes made by the app with this handle." },
  request_id: {
    kind: "text",
    maxLength: 255,
    description: "Returns changes made by the request with this id.",
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
} as const;

export const listAuditEntries = defineOperation({
  ...readOperation,
  id: "audit_entries.list",
  path: "/audit_entries.json",
  query: {
    ...timeListParameters,
    ...filters,
    sort: { kind: "sort", by: ["created_at"], default: "created_at.desc" },
  },
  response: createTimeListSchema("audit_entries", auditEntry),
  summary: "List audit log entries",
  description:
    "Returns changes made by people and apps in the last 365 days, newest first. Stock changes are not included: " +
    "they are in the inventory movements.",
});

export const countAuditEntries = defineOperation({
  ...readOperation,
  id: "audit_entries.count",
  path: "/audit_entries/count.json",
  query: filters,
  response: countResponse,
  summary: "Count audit log entries",
});
