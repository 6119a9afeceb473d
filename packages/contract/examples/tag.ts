import type { Example } from "../operation.ts";
import { buildCursorListResponse } from "./list.ts";

const tag = {
  id: 1,
  name: "gift",
  resource_type: "product",
  count: 12,
  created_at: "2026-11-02T09:15:04.120+08:00",
  updated_at: "2026-11-20T16:46:38.000+08:00",
};

export const listTagsExample: Example = {
  query: { resource_type: "product", sort: "count.desc" },
  response: buildCursorListResponse("tags", tag),
};

export const countTagsExample: Example = { query: { query: "gif" }, response: { count: 1 } };

export const getTagExample: Example = { params: { id: 1 }, response: { tag } };

export const createTagExample: Example = {
  body: { tag: { name: "gift", resource_type: "product", resource_ids: [1] } },
  response: { tag },
};

export const deleteTagExample: Example = { params: { id: 1 }, response: {} };
