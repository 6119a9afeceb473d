import { Type } from "typebox";
import {
  countExportsExample,
  createExportExample,
  getExportExample,
  listExportsExample,
} from "../examples/export.ts";
import { operation } from "../operation.ts";
import { cursorListOf } from "../paging.ts";
import { cursorListParameters } from "../query.ts";
import { countAnswer, idParam, noParams } from "../schemas/common.ts";
import { exportCreate, exportedResources, exportRecord } from "../schemas/export.ts";

const needs = { surface: "4.0", caller: "token", scopes: [], badge: "decided", clauses: [] } as const;
const wrapped = Type.Object({ export: exportRecord });

const filters = {
  ids: cursorListParameters.ids,
  resource: { kind: "choice", of: exportedResources, description: "Only those of this resource." },
  status: { kind: "choice", of: ["queued", "running", "done", "failed"], description: "Only these." },
} as const;

const whose =
  "An app sees its own exports, people see those that people of the shop have made; both only of resources that they may read.";

export const exportOperations = {
  createExport: operation({
    ...needs,
    id: "exports.create",
    method: "POST",
    path: "/exports.json",
    params: noParams,
    query: {},
    body: exportCreate,
    wrapper: "export",
    answer: wrapped,
    refusals: ["invalid", "scope_missing", "conflict"],
    summary: "Export a resource to a file",
    description:
      "Writes every record that the filters let through into one file, in the order of their ids (movements: of time). Needs the " +
      "scope that reads the resource. A record that was there when the export began and is not deleted stands in it exactly once, " +
      "as it is when its line is written. At most 20 exports of one app are unfinished at a time. When a customer is erased, files of customers are taken away, and those that are being written begin again. Levels need neither of the filters that their list needs. " +
      "Customers have their custom fields in it when whoever asks may read these (CUS-3); then only who may read them is shown it. Ask for the export again until " +
      "its status is `done`; the file can be fetched from its `url`, without a token, for 7 days.",
    example: createExportExample,
  }),
  listExports: operation({
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
    answer: cursorListOf("exports", exportRecord),
    refusals: ["invalid"],
    summary: "List exports",
    description: whose,
    example: listExportsExample,
  }),
  countExports: operation({
    ...needs,
    id: "exports.count",
    method: "GET",
    path: "/exports/count.json",
    params: noParams,
    query: filters,
    answer: countAnswer,
    refusals: ["invalid"],
    summary: "Count exports",
    example: countExportsExample,
  }),
  getExport: operation({
    ...needs,
    id: "exports.get",
    method: "GET",
    path: "/exports/:id.json",
    params: idParam,
    query: { fields: cursorListParameters.fields },
    answer: wrapped,
    refusals: ["not_found", "scope_missing"],
    summary: "Get an export",
    description: whose,
    example: getExportExample,
  }),
} as const;
