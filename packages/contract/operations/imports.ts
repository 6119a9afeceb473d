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
import { defineOperation } from "../operation.ts";
import { createCursorListSchema } from "../paging.ts";
import { cursorListParameters } from "../query.ts";
import { countResponse, id, idParam, noParams } from "../schemas/common.ts";
import { attributeColumnPrefix, attributeColumnRule, customerCsvColumns } from "../schemas/customer-csv.ts";
import { importAccess, importableNames, importError, importRecord } from "../schemas/import.ts";
import { productCsvColumns, stockColumnPrefix } from "../schemas/product-csv.ts";

const commonProperties = {
  surface: "4.0",
  auth: "token",
  ...importAccess,
  definedBy: "souk",
  clauses: [],
} as const;

const recordResponse = Type.Object({ import: importRecord });
const importSort = { kind: "sort", by: ["id", "updated_at", "created_at"], default: "id.asc" } as const;
const importParam = Type.Object({ import_id: id });

const filters = {
  ids: cursorListParameters.ids,
  resource: { kind: "choice", of: importableNames, description: "Returns imports of this resource." },
  status: {
    kind: "choice",
    of: ["checking", "checked", "running", "done", "failed", "cancelled"],
    description: "Returns imports in this status.",
  },
} as const;

const describeColumns = (columns: readonly { name: string; description: string }[]) =>
  columns.map(({ name, description }) => `\`${name}\`: ${description}`).join(" ");

export const importOperations = {
  createImport: defineOperation({
    ...commonProperties,
    id: "imports.create",
    method: "POST",
    path: "/imports.json",
    params: noParams,
    query: {
      resource: {
        kind: "choice",
        of: importableNames,
        description: "Kind of records in the file. Defaults to `products`.",
      },
      filename: {
        kind: "text",
        maxLength: 255,
        description: "Name of the file, shown in the list of imports.",
      },
    },
    upload: { types: ["text/csv"], maxBytes: 512 * 1024 * 1024 },
    response: recordResponse,
    errors: ["invalid", "unsupported_media_type", "body_too_large", "conflict", "quota_exceeded"],
    summary: "Create an import",
    description:
      "Uploads a CSV file of products or customers and checks it. Send the file as the request body, in UTF-8 with " +
      "or without a byte order mark. The check changes no records: `check` reports what the import would do, and " +
      "the errors are listed row by row. Confirm the import to write the records. An app can have at most five " +
      "imports being checked or written. The first row has the names of the columns. Columns are separated by " +
      "commas, semicolons or tabs; unknown columns are listed in `ignored_columns`. If a column is missing from the " +
      "file, its field is left unchanged. **Products**: each row is a variant, identified by its option values; the " +
      "rows of a product must be consecutive. Variants that are not in the file are left unchanged. " +
      `${describeColumns(productCsvColumns)} \`${stockColumnPrefix}\` followed by a location's code: the variant's stock ` +
      "at that location; an empty cell leaves it unchanged. **Customers**: each row is a customer with their default " +
      `address; other addresses and groups are not imported. ${describeColumns(customerCsvColumns)} ` +
      `\`${attributeColumnPrefix}\` followed by a custom field's key: ${attributeColumnRule} A file with such a ` +
      "column requires write_customer_attributes for uploading and for confirming; new customers must have a value " +
      "for every required custom field. An apostrophe before =, +, -, @, a tab or a line break (written by exports " +
      "to protect spreadsheets from formulas) is removed.",
    example: createImportExample,
  }),
  listImports: defineOperation({
    ...commonProperties,
    id: "imports.list",
    method: "GET",
    path: "/imports.json",
    params: noParams,
    query: { ...cursorListParameters, ...filters, sort: importSort },
    response: createCursorListSchema("imports", importRecord),
    errors: ["invalid"],
    summary: "List imports",
    description:
      "An app can list its own imports; a signed-in person can list the imports created by people of the store.",
    example: listImportsExample,
  }),
  countImports: defineOperation({
    ...commonProperties,
    id: "imports.count",
    method: "GET",
    path: "/imports/count.json",
    params: noParams,
    query: filters,
    response: countResponse,
    errors: ["invalid"],
    summary: "Count imports",
    example: countImportsExample,
  }),
  getImport: defineOperation({
    ...commonProperties,
    id: "imports.get",
    method: "GET",
    path: "/imports/:id.json",
    params: idParam,
    query: { fields: cursorListParameters.fields },
    response: recordResponse,
    errors: ["not_found"],
    summary: "Get an import",
    example: getImportExample,
  }),
  listImportErrors: defineOperation({
    ...commonProperties,
    id: "import_errors.list",
    method: "GET",
    path: "/imports/:import_id/errors.json",
    params: importParam,
    query: { ...cursorListParameters, sort: { kind: "sort", by: ["id"], default: "id.asc" } },
    response: createCursorListSchema("import_errors", importError),
    errors: ["not_found", "invalid"],
    summary: "List import errors",
    description:
      "Returns errors in row order: those found by the check and, after the import is confirmed, those found while " +
      "writing. At most 10,000 errors are stored. A warning about a row that is imported anyway is stored only while " +
      "fewer than 1,000 errors and warnings are stored.",
    example: listImportErrorsExample,
  }),
  countImportErrors: defineOperation({
    ...commonProperties,
    id: "import_errors.count",
    method: "GET",
    path: "/imports/:import_id/errors/count.json",
    params: importParam,
    query: { ids: cursorListParameters.ids },
    response: countResponse,
    errors: ["not_found", "invalid"],
    summary: "Count import errors",
    example: countImportErrorsExample,
  }),
  confirmImport: defineOperation({
    ...commonProperties,
    id: "imports.confirm",
    method: "POST",
    path: "/imports/:id/confirm.json",
    params: idParam,
    query: {},
    response: recordResponse,
    errors: ["not_found", "conflict"],
    topics: [
      "product/create",
      "product/update",
      "inventory_level/inventory_quantity_update",
      "customer/create",
      "customer/update",
    ],
    summary: "Confirm an import",
    description:
      "Writes the records of a checked import in batches. A record with an error in any of its rows is skipped. " +
      "If a record has changed since the check, the import is applied to its current state. Rejected with 409 while " +
      "five other imports are in progress. The import fails if its app is disabled, is suspended or loses the " +
      "required scope. If an image cannot be fetched, its row gets an error and the product is imported without the image.",
    example: confirmImportExample,
  }),
  cancelImport: defineOperation({
    ...commonProperties,
    id: "imports.cancel",
    method: "POST",
    path: "/imports/:id/cancel.json",
    params: idParam,
    query: {},
    response: recordResponse,
    errors: ["not_found", "conflict"],
    summary: "Cancel an import",
    description:
      "Records that were already written are kept. An import that is done or failed cannot be canceled.",
    example: cancelImportExample,
  }),
} as const;
