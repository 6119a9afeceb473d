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

const needs = { surface: "4.0", auth: "token", scopes: [], badge: "decided", clauses: [] } as const;
const wrapped = Type.Object({ export: exportRecord });

const filters = {
  ids: cursorListParameters.ids,
  resource: { kind: "choice", of: exportedResources, description: "Returns exports of this resource." },
  status: {
    kind: "choice",
    of: ["queued", "running", "done", "failed"],
    description: "Returns exports in one of these statuses, separated by commas.",
  },
} as const;

const whose =
  "An app sees its own exports; a signed-in person sees those created by people of the store. Both see only " +
  "exports of resources that they can read.";

export const exportOperations = {
  createExport: defineOperation({
    ...needs,
    id: "exports.create",
    method: "POST",
    path: "/exports.json",
    params: noParams,
    query: {},
    body: exportCreate,
    wrapper: "export",
    response: wrapped,
    errors: ["invalid", "scope_missing", "conflict"],
    summary: "Create an export",
    description:
      "Writes every record that matches the filters to one JSON Lines file, ordered by id (inventory movements by " +
      "time). Requires the read scope of the exported resource. Poll the export until `status` is `done`, then " +
      "download the file from `url` within 7 days; the download needs no token. Every record that existed when the " +
      "export began and was not deleted appears exactly once, with its state at the time its line is written. An " +
      "app can have at most 20 unfinished exports. Erasing a customer deletes existing files of customers and " +
      "restarts running exports of customers. Exports of inventory levels require none of the list's filters. " +
      "Customer exports contain custom fields only if the caller can read them, and are then visible only to " +
      "callers who can.",
    example: createExportExample,
  }),
  listExports: defineOperation({
    ...needs,
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
    description: whose,
    example: listExportsExample,
  }),
  countExports: defineOperation({
    ...needs,
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
    ...needs,
    id: "exports.get",
    method: "GET",
    path: "/exports/:id.json",
    params: idParam,
    query: { fields: cursorListParameters.fields },
    response: wrapped,
    errors: ["not_found", "scope_missing"],
    summary: "Get an export",
    description: whose,
    example: getExportExample,
  }),
} as const;
