import { Type } from "typebox";
import {
  cancelImportExample,
  confirmImportExample,
  countImportErrorsExample,
  countImportsExample,
  createImportExample,
  getImportExample,
  listImportErrorsExample,
  listImportsExample,
} from "../examples/import.ts";
import { operation } from "../operation.ts";
import { cursorListOf } from "../paging.ts";
import { cursorListParameters } from "../query.ts";
import { countAnswer, id, idParam, noParams } from "../schemas/common.ts";
import { attributeColumnPrefix, attributeColumnRule, customerCsvColumns } from "../schemas/customer-csv.ts";
import { importableNames, importableResources, importError, importRecord } from "../schemas/import.ts";
import { productCsvColumns, stockColumnPrefix } from "../schemas/product-csv.ts";

// Each resource needs the scope that writes it; whoever has none of these is refused before the file is read.
const needs = {
  surface: "4.0",
  caller: "token",
  scopes: [Object.values(importableResources)],
  badge: "decided",
  clauses: [],
} as const;

const wrapped = Type.Object({ import: importRecord });
const byId = { kind: "sort", by: ["id", "updated_at", "created_at"], default: "id.asc" } as const;
const importParam = Type.Object({ import_id: id });

const filters = {
  ids: cursorListParameters.ids,
  resource: { kind: "choice", of: importableNames, description: "Only those of this resource." },
  status: {
    kind: "choice",
    of: ["checking", "checked", "running", "done", "failed", "cancelled"],
    description: "Only these.",
  },
} as const;

const meaningOf = (columns: readonly { name: string; description: string }[]) =>
  columns.map(({ name, description }) => `\`${name}\`: ${description}`).join(" ");

export const importOperations = {
  createImport: operation({
    ...needs,
    id: "imports.create",
    method: "POST",
    path: "/imports.json",
    params: noParams,
    query: {
      resource: {
        kind: "choice",
        of: importableNames,
        description: "What the file's rows are; products when it is left out.",
      },
      filename: { kind: "text", maxLength: 255, description: "What the file is called, to know it again." },
    },
    upload: { types: ["text/csv"], maxBytes: 512 * 1024 * 1024 },
    answer: wrapped,
    refusals: ["invalid", "unsupported_media_type", "body_too_large", "conflict"],
    summary: "Upload a CSV file of products or customers and have it checked",
    description:
      "Send the file as the body, as UTF-8 with or without a byte order mark. It is read whole and nothing is changed: `check` says " +
      "what the import would do, and the errors can be listed row by row. Then confirm it. At most five imports of one app are checked or written at a time. Columns are found by their names in " +
      "the first row, which may be separated by comma, semicolon or tab; others are named in `ignored_columns`. A column that is " +
      "not there changes nothing. " +
      "**Products**: the rows of one product follow each other; a row is a variant, known by its option values. " +
      `Variants that the file does not name stay as they are. ${meaningOf(productCsvColumns)} ` +
      `\`${stockColumnPrefix}\` and a location's code: the variant's stock there; empty leaves it as it is. ` +
      `**Customers**: a row is a customer, with the default address and no other, and without groups. ${meaningOf(customerCsvColumns)} ` +
      `\`${attributeColumnPrefix}\` and a custom field's key: ${attributeColumnRule} A file with such a column needs ` +
      "write_customer_attributes of whoever uploads it and of whoever confirms it (CUS-3); new customers must have what is_required. " +
      "An apostrophe before =, +, -, @, a tab or a line break, which exports write so that spreadsheets take no text for a " +
      "formula, is left out again.",
    example: createImportExample,
  }),
  listImports: operation({
    ...needs,
    id: "imports.list",
    method: "GET",
    path: "/imports.json",
    params: noParams,
    query: { ...cursorListParameters, ...filters, sort: byId },
    answer: cursorListOf("imports", importRecord),
    refusals: ["invalid"],
    summary: "List imports",
    description: "An app sees its own imports, people see those that people of the shop have made.",
    example: listImportsExample,
  }),
  countImports: operation({
    ...needs,
    id: "imports.count",
    method: "GET",
    path: "/imports/count.json",
    params: noParams,
    query: filters,
    answer: countAnswer,
    refusals: ["invalid"],
    summary: "Count imports",
    example: countImportsExample,
  }),
  getImport: operation({
    ...needs,
    id: "imports.get",
    method: "GET",
    path: "/imports/:id.json",
    params: idParam,
    query: { fields: cursorListParameters.fields },
    answer: wrapped,
    refusals: ["not_found"],
    summary: "Get an import",
    example: getImportExample,
  }),
  listImportErrors: operation({
    ...needs,
    id: "import_errors.list",
    method: "GET",
    path: "/imports/:import_id/errors.json",
    params: importParam,
    query: { ...cursorListParameters, sort: { kind: "sort", by: ["id"], default: "id.asc" } },
    answer: cursorListOf("import_errors", importError),
    refusals: ["not_found", "invalid"],
    summary: "List the errors of an import",
    description:
      "In the order of the rows: those of the check, and once the import is confirmed those of the writing. At most 10,000 are kept; notes on rows that are written all the same only among the first 1,000.",
    example: listImportErrorsExample,
  }),
  countImportErrors: operation({
    ...needs,
    id: "import_errors.count",
    method: "GET",
    path: "/imports/:import_id/errors/count.json",
    params: importParam,
    query: { ids: cursorListParameters.ids },
    answer: countAnswer,
    refusals: ["not_found", "invalid"],
    summary: "Count the errors of an import that can be listed",
    example: countImportErrorsExample,
  }),
  confirmImport: operation({
    ...needs,
    id: "imports.confirm",
    method: "POST",
    path: "/imports/:id/confirm.json",
    params: idParam,
    query: {},
    answer: wrapped,
    refusals: ["not_found", "conflict"],
    topics: [
      "product/create",
      "product/update",
      "inventory_level/inventory_quantity_update",
      "customer/create",
      "customer/update",
    ],
    summary: "Write a checked import's records",
    description:
      "Records with an error in one of their rows are left out, the others are written a portion at a time. What has changed " +
      "since the check counts. Refused with 409 while five others are under way. An import of an app that is disabled, suspended or loses the scope that writes them meanwhile fails. An image that cannot be fetched is an error of its row, and its product is written without it.",
    example: confirmImportExample,
  }),
  cancelImport: operation({
    ...needs,
    id: "imports.cancel",
    method: "POST",
    path: "/imports/:id/cancel.json",
    params: idParam,
    query: {},
    answer: wrapped,
    refusals: ["not_found", "conflict"],
    summary: "Cancel an import",
    description: "What is written already stays. One that is done or has failed cannot be cancelled.",
    example: cancelImportExample,
  }),
} as const;
