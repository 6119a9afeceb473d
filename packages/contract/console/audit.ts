import { operation } from "../operation.ts";
import { momentListOf } from "../paging.ts";
import { listParameters, momentListParameters } from "../query.ts";
import { auditEntry, auditedResources } from "../schemas/audit.ts";
import { countAnswer, noParams } from "../schemas/common.ts";

const reading = {
  surface: "shop_console",
  caller: "session",
  scopes: [],
  method: "GET",
  params: noParams,
  refusals: ["not_signed_in", "not_allowed", "invalid"],
  badge: "decided",
  clauses: [],
} as const;

const filters = {
  ids: listParameters.ids,
  resource: { kind: "choice", of: auditedResources, description: "Changes of records of this kind." },
  resource_ids: { kind: "ids", description: "Changes of the records with these ids, with `resource`." },
  product_id: { kind: "id", description: "Changes of this product and of what belongs to it." },
  action: { kind: "choice", of: ["create", "update", "delete"], description: "Changes of this sort." },
  account_id: { kind: "id", description: "What this person changed." },
  app: { kind: "text", maxLength: 255, description: "What the app with this handle changed." },
  request_id: { kind: "text", maxLength: 255, description: "What this request changed." },
  created_at_min: { kind: "date", edge: "min", reading: "offset", description: "Made at or after." },
  created_at_max: { kind: "date", edge: "max", reading: "offset", description: "Made at or before." },
} as const;

export const listAuditEntries = operation({
  ...reading,
  id: "audit_entries.list",
  path: "/audit_entries.json",
  query: {
    ...momentListParameters,
    ...filters,
    sort: { kind: "sort", by: ["created_at"], default: "created_at.desc" },
  },
  answer: momentListOf("audit_entries", auditEntry),
  summary: "List what people and apps changed",
  description:
    "The newest first, for 365 days. Changes of stock stand in the inventory movements. For owners and managers.",
});

export const countAuditEntries = operation({
  ...reading,
  id: "audit_entries.count",
  path: "/audit_entries/count.json",
  query: filters,
  answer: countAnswer,
  summary: "Count what people and apps changed",
});
