import { Type } from "typebox";
import {
  countTagsExample,
  createTagExample,
  deleteTagExample,
  getTagExample,
  listTagsExample,
} from "../examples/tag.ts";
import { operation } from "../operation.ts";
import { cursorListOf } from "../paging.ts";
import { cursorListParameters, listParameters } from "../query.ts";
import { countAnswer, idParam, noParams, nothing } from "../schemas/common.ts";
import { tag, tagCreate, taggedResources } from "../schemas/tag.ts";

const filters = {
  ids: listParameters.ids,
  resource_type: { kind: "choice", of: taggedResources, description: "Only what records of this kind bear." },
  name: { kind: "text", maxLength: 255, description: "The tag of exactly this name." },
  query: {
    kind: "text",
    maxLength: 255,
    description: "Those in whose name every one of these words stands, in capitals or not.",
  },
} as const;

const base = { surface: "4.0", caller: "token", badge: "decided" } as const;
const read = { ...base, method: "GET", scopes: [["read_tags"]] } as const;
const write = {
  ...base,
  scopes: [["write_tags"]],
  query: {},
  topics: ["product/update", "customer/update", "order/update"],
} as const;
const wrapped = Type.Object({ tag });

const listTags = operation({
  ...read,
  id: "tags.list",
  path: "/tags.json",
  params: noParams,
  query: {
    ...cursorListParameters,
    ...filters,
    sort: { kind: "sort", by: ["id", "name", "count", "updated_at", "created_at"], default: "id.asc" },
  },
  answer: cursorListOf("tags", tag),
  refusals: ["invalid"],
  summary: "List the tags in use, with how many records bear each",
  clauses: ["API-5", "LST-1"],
  example: listTagsExample,
});

const countTags = operation({
  ...read,
  id: "tags.count",
  path: "/tags/count.json",
  params: noParams,
  query: filters,
  answer: countAnswer,
  refusals: ["invalid"],
  summary: "Count the tags in use",
  clauses: [],
  example: countTagsExample,
});

const getTag = operation({
  ...read,
  id: "tags.get",
  path: "/tags/:id.json",
  params: idParam,
  query: { fields: listParameters.fields },
  answer: wrapped,
  refusals: ["not_found"],
  summary: "Get a tag",
  clauses: [],
  example: getTagExample,
});

const createTag = operation({
  ...write,
  id: "tags.create",
  method: "POST",
  path: "/tags.json",
  params: noParams,
  body: tagCreate,
  wrapper: "tag",
  answer: wrapped,
  refusals: ["invalid"],
  summary: "Give a tag to records",
  description:
    "All of them get it or none; an id that is not there is named. What has the tag already stays as it is, and only " +
    "what is changed is told by its topic, once each.",
  clauses: ["API-5"],
  example: createTagExample,
});

const deleteTag = operation({
  ...write,
  id: "tags.delete",
  method: "DELETE",
  path: "/tags/:id.json",
  params: idParam,
  answer: nothing,
  refusals: ["not_found"],
  summary: "Take a tag from everything that bears it",
  description: "Every record that loses it is told by its topic, once each.",
  clauses: ["API-5"],
  example: deleteTagExample,
});

export const tagOperations = { createTag, listTags, countTags, getTag, deleteTag } as const;
