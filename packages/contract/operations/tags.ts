import { Type } from "typebox";
import {
  countTagsExample,
  createTagExample,
  deleteTagExample,
  getTagExample,
  listTagsExample,
} from "../examples/tag.ts";
import { defineOperation } from "../operation.ts";
import { createCursorListSchema } from "../paging.ts";
import { cursorListParameters, listParameters } from "../query.ts";
import { countResponse, emptyObject, idParam, noParams } from "../schemas/common.ts";
import { tag, tagCreate, taggedResources } from "../schemas/tag.ts";

const filters = {
  ids: listParameters.ids,
  resource_type: {
    kind: "choice",
    of: taggedResources,
    description: "Returns tags of records of this type.",
  },
  name: { kind: "text", maxLength: 255, description: "Returns the tag with exactly this name." },
  query: {
    kind: "text",
    maxLength: 255,
    description: "Returns tags whose name contains every word of this text (case-insensitive).",
  },
} as const;

const commonProperties = { surface: "4.0", auth: "token", definedBy: "souk" } as const;
const readOperation = {
  ...commonProperties,
  method: "GET",
  scopes: [["read_tags"]],
  rights: [["tags.view"]],
} as const;
const writeOperation = {
  ...commonProperties,
  scopes: [["write_tags"]],
  rights: [["tags.edit"]],
  query: {},
  topics: ["product/update", "customer/update", "order/update"],
} as const;
const recordResponse = Type.Object({ tag });

const listTags = defineOperation({
  ...readOperation,
  id: "tags.list",
  path: "/tags.json",
  params: noParams,
  query: {
    ...cursorListParameters,
    ...filters,
    sort: { kind: "sort", by: ["id", "name", "count", "updated_at", "created_at"], default: "id.asc" },
  },
  response: createCursorListSchema("tags", tag),
  errors: ["invalid"],
  summary: "List tags",
  clauses: ["API-5", "LST-1"],
  example: listTagsExample,
});

const countTags = defineOperation({
  ...readOperation,
  id: "tags.count",
  path: "/tags/count.json",
  params: noParams,
  query: filters,
  response: countResponse,
  errors: ["invalid"],
  summary: "Count tags",
  clauses: [],
  example: countTagsExample,
});

const getTag = defineOperation({
  ...readOperation,
  id: "tags.get",
  path: "/tags/:id.json",
  params: idParam,
  query: { fields: listParameters.fields },
  response: recordResponse,
  errors: ["not_found"],
  summary: "Get a tag",
  clauses: [],
  example: getTagExample,
});

const createTag = defineOperation({
  ...writeOperation,
  id: "tags.create",
  method: "POST",
  path: "/tags.json",
  params: noParams,
  body: tagCreate,
  wrapper: "tag",
  response: recordResponse,
  errors: ["invalid"],
  summary: "Add a tag to records",
  description:
    "Adds the tag to all of the records or to none: if an id is unknown, the request is rejected. Records that " +
    "already have the tag are left unchanged. The update event is emitted once for each changed record.",
  clauses: ["API-5"],
  example: createTagExample,
});

const deleteTag = defineOperation({
  ...writeOperation,
  id: "tags.delete",
  method: "DELETE",
  path: "/tags/:id.json",
  params: idParam,
  response: emptyObject,
  errors: ["not_found"],
  summary: "Delete a tag",
  description:
    "Removes the tag from every record that has it. The update event is emitted once for each changed record.",
  clauses: ["API-5"],
  example: deleteTagExample,
});

export const tagOperations = { createTag, listTags, countTags, getTag, deleteTag } as const;
