import type { Example } from "../operation.ts";
import { cursorListExample } from "./list.ts";

const written = { created_at: "2026-11-20T16:46:38.000+08:00", updated_at: "2026-11-20T16:46:52.310+08:00" };

const checking = {
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
  ...written,
};

const counts = { records: 120, created: 17, updated: 80, unchanged: 21, failed: 2, errors: 3 };

const checked = {
  ...checking,
  status: "checked",
  progress: 100,
  row_count: 260,
  delimiter: ",",
  ignored_columns: ["colour of the box"],
  check: counts,
};

const none = { records: 0, created: 0, updated: 0, unchanged: 0, failed: 0, errors: 0 };

const running = { ...checked, status: "running", progress: 0, row_count: 0, result: none };

const error = {
  id: 1,
  row: 14,
  column: "price",
  key: "linen-shirt",
  message: '"12,50" is no amount; write it with a point, such as 12.50.',
};

export const createImportExample: Example = {
  query: { filename: "autumn.csv" },
  upload: { type: "text/csv", file: "autumn.csv" },
  answer: { import: checking },
};

export const listImportsExample: Example = { answer: cursorListExample("imports", checked) };

export const countImportsExample: Example = { query: { status: "checked" }, answer: { count: 1 } };

export const getImportExample: Example = { params: { id: 1 }, answer: { import: checked } };

export const confirmImportExample: Example = { params: { id: 1 }, answer: { import: running } };

export const cancelImportExample: Example = {
  params: { id: 2 },
  answer: { import: { ...checked, id: 2, status: "cancelled" } },
};

export const listImportErrorsExample: Example = {
  params: { import_id: 1 },
  answer: cursorListExample("import_errors", error),
};

export const countImportErrorsExample: Example = { params: { import_id: 1 }, answer: { count: 1 } };
