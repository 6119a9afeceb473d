import type { Example } from "../operation.ts";
import { buildCursorListResponse } from "./list.ts";

const timestamps = {
  created_at: "2026-11-20T16:46:38.000+08:00",
  updated_at: "2026-11-20T16:46:38.000+08:00",
};

const queuedExport = {
  id: 1,
  resource: "products",
  format: "jsonl",
  filters: { visibility: "published", updated_at_min: "2026-11-01" },
  status: "queued",
  progress: 0,
  row_count: 0,
  size: null,
  url: null,
  error: null,
  expires_at: "2026-11-27T16:46:38.000+08:00",
  ...timestamps,
};

const finishedExport = {
  ...queuedExport,
  status: "done",
  progress: 100,
  row_count: 1204,
  size: 2_310_450,
  url: "https://files.souk.example/exports/7/kqD0vTn2mJx8hZpY4sWc1RfLb6aGtE3u/products.jsonl?expires=1795000300&signature=Qm9iM2xZc0F0d1B4V2tKdU5yRGhHc1RlVmZMb1lpQ2E",
};

export const createExportExample: Example = {
  body: {
    export: {
      resource: "products",
      filters: { visibility: "published", updated_at_min: "2026-11-01" },
      format: "jsonl",
    },
  },
  response: { export: queuedExport },
};

export const listExportsExample: Example = {
  query: { resource: "products" },
  response: buildCursorListResponse("exports", finishedExport),
};

export const countExportsExample: Example = { response: { count: 1 } };

export const getExportExample: Example = { params: { id: 1 }, response: { export: finishedExport } };
