import type { Example } from "../operation.ts";
import { buildCursorListResponse } from "./list.ts";

const timestamps = {
  created_at: "2026-11-20T16:46:38.000+08:00",
  updated_at: "2026-11-20T16:46:52.310+08:00",
};

const checkingImport = {
  id: 1,
  resource: "products",
  filename: "autumn.csv",
  size: 48_210,
  status: "checking",
  progress: 0,
  row_count: 0,
  delimiter: null,
  ignored_columns: [],
  check: null,
  result: null,
  error: null,
  expires_at: "2026-11-27T16:46:38.000+08:00",
  ...timestamps,
};

const checkCounts = { records: 120, created: 17, updated: 80, unchanged: 21, failed: 2, errors: 3 };

const checkedImport = {
  ...checkingImport,
  status: "checked",
  progress: 100,
  row_count: 260,
  delimiter: ",",
  ignored_columns: ["color of the box"],
  check: checkCounts,
};

const noCounts = { records: 0, created: 0, updated: 0, unchanged: 0, failed: 0, errors: 0 };

const runningImport = { ...checkedImport, status: "running", progress: 0, row_count: 0, result: noCounts };

const error = {
  id: 1,
  row: 14,
  key: "linen-shirt",
  path: "price",
  code: "invalid_format",
  message: 'price is "12,50". It must be an amount of money, such as 12.50.',
  params: { format: "money" },
};

export const createImportExample: Example = {
  query: { filename: "autumn.csv" },
  upload: { type: "text/csv", file: "autumn.csv" },
  response: { import: checkingImport },
};

export const listImportsExample: Example = { response: buildCursorListResponse("imports", checkedImport) };

export const countImportsExample: Example = { query: { status: "checked" }, response: { count: 1 } };

export const getImportExample: Example = { params: { id: 1 }, response: { import: checkedImport } };

export const confirmImportExample: Example = { params: { id: 1 }, response: { import: runningImport } };

export const cancelImportExample: Example = {
  params: { id: 2 },
  response: { import: { ...checkedImport, id: 2, status: "cancelled" } },
};

export const listImportErrorsExample: Example = {
  params: { import_id: 1 },
  response: buildCursorListResponse("import_errors", error),
};

export const countImportErrorsExample: Example = { params: { import_id: 1 }, response: { count: 1 } };
