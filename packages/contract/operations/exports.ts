import { Type } from "typebox";
import {
  countExportsExample,
  createExportExample,
  getExportExample,
  listExportsExample,
} from "../examples/export.ts";
import { defineOperation } from "../operation.ts";
import { createCursorListSchema } from "../paging.ts";
import { cursorListParameters } from "../query.ts";
import { countResponse, idParam, noParams } from "../schemas/common.ts";
import { exportCreate, exportedResources, exportRecord } from "../schemas/export.ts";

const commonProperties = {
  surface: "4.0",
  auth: "token",
  scopes: [],
  rights: [["exports.create"]],
  definedBy: "souk",
  clauses: [],
} as const;
const recordResponse = Type.Object({ export: exportRecord });

const filters = {
  ids: cursorListParameters.ids,
  resource: { kind: "choice", of: exportedResources, description: "Returns exports of this resource." },
  status: {
    kind: "choice",
    of: ["queued", "running", "done", "failed"],
    description: "Returns exports in this status.",
  },
} as const;

const visibilityNote =
  "An app can read its own exports; a signed-in person can read those created by people of the store. Both can " +
  "read only exports of resources for which they have read access.";

export const exportOperations = {
  createExport: defineOperation({
    ...commonProperties,
    id: "exports.create",
    method: "POST",
    path: "/exports.json",
    params: noParams,
    query: {},
    body: exportCreate,
    wrapper: "export",
    response: recordResponse,
    errors: ["invalid", "scope_missing", "step_up_required", "conflict", "quota_exceeded"],
    summary: "Create an export",
    description:
      "Writes every record that matches the filters to one JSON Lines file, sorted by id (inventory movements are " +
      "sorted by time). Requires the read scope of the exported resource. Poll the export until `status` is `done`, then " +
      "download the file from `url`, without a token. The file is kept for 7 days; each `url` works for 5 minutes, so " +
      "get the export again for a later download. Every record that existed when the export " +
      "started and has not been deleted appears exactly once, in its state at the time when its line is written. An " +
      "app can have at most 20 unfinished exports. Erasing a customer deletes existing files of customers and " +
      "restarts running exports of customers. Unlike listing inventory levels, exporting them " +
      "requires no filters. A customer export contains custom fields only if the caller can read them. An export with custom fields can be " +
      "read only by callers who can read custom fields. A person who exports customers must have entered their password, a code or " +
      "a passkey within the last 15 minutes.",
    example: createExportExample,
  }),
  listExports: defineOperation({
    ...commonProperties,
    id: "exports.list",
    method: "GET",
    path: "/exports.json",
    params: noParams,
    query: {
      ...cursorListParameters,
      ...filters,
      sort: { kind: "sort", by: ["id", "updated_at", "created_at"], default: "id.asc" },
    },
    response: createCursorListSchema("exports", exportRecord),
    errors: ["invalid"],
    summary: "List exports",
    description: visibilityNote,
    example: listExportsExample,
  }),
  countExports: defineOperation({
    ...commonProperties,
    id: "exports.count",
    method: "GET",
    path: "/exports/count.json",
    params: noParams,
    query: filters,
    response: countResponse,
    errors: ["invalid"],
    summary: "Count exports",
    example: countExportsExample,
  }),
  getExport: defineOperation({
    ...commonProperties,
    id: "exports.get",
    method: "GET",
    path: "/exports/:id.json",
    params: idParam,
    query: { fields: cursorListParameters.fields },
    response: recordResponse,
    errors: ["not_found", "scope_missing"],
    summary: "Get an export",
    description: visibilityNote,
    example: getExportExample,
  }),
} as const;
