import { Type } from "typebox";
import {
  countCollectsExample,
  createCollectExample,
  deleteCollectExample,
  getCollectExample,
  listCollectsExample,
  updateCollectExample,
} from "../examples/collection.ts";
import { operation } from "../operation.ts";
import { listOf } from "../paging.ts";
import { listParameters } from "../query.ts";
import { collect, collectCreate, collectUpdate } from "../schemas/collect.ts";
import { countAnswer, idParam, noParams, nothing } from "../schemas/common.ts";

const filters = {
  ids: listParameters.ids,
  since_id: { kind: "id", description: "Only ids from this one on, itself included (LST-5)." },
  product_id: { kind: "id", description: "The collections of this product." },
  product_ids: { kind: "ids", description: "Those of these products." },
  collection_id: { kind: "id", description: "The products of this collection." },
  collection_ids: { kind: "ids", description: "Those of these collections." },
} as const;

const base = { surface: "3.0", caller: "token", badge: "decided" } as const;
const read = { ...base, method: "GET", scopes: [["read_products"]] } as const;
const write = { ...base, scopes: [["write_products"]], query: {} } as const;
const wrapped = Type.Object({ collect });

const listCollects = operation({
  ...read,
  id: "collects.list",
  path: "/collects.json",
  params: noParams,
  query: {
    ...listParameters,
    ...filters,
    sort: {
      kind: "sort",
      by: ["id", "position", "updated_at", "created_at"],
      default: "id.asc",
      description: "`position.asc` with one collection_id is the order of its products.",
    },
  },
  answer: listOf("collects", collect),
  refusals: ["invalid"],
  summary: "List which products are in which collections",
  clauses: ["PRD-3", "LST-1"],
  example: listCollectsExample,
});

const countCollects = operation({
  ...read,
  id: "collects.count",
  path: "/collects/count.json",
  params: noParams,
  query: filters,
  answer: countAnswer,
  refusals: ["invalid"],
  summary: "Count them",
  clauses: [],
  example: countCollectsExample,
});

const getCollect = operation({
  ...read,
  id: "collects.get",
  path: "/collects/:id.json",
  params: idParam,
  query: { fields: listParameters.fields },
  answer: wrapped,
  refusals: ["not_found"],
  summary: "Get one of them",
  clauses: [],
  example: getCollectExample,
});

const createCollect = operation({
  ...write,
  id: "collects.create",
  method: "POST",
  path: "/collects.json",
  params: noParams,
  body: collectCreate,
  wrapper: "collect",
  answer: wrapped,
  refusals: ["not_found", "invalid"],
  topics: ["product/update"],
  summary: "Put a product into a collection",
  description:
    "With a position, those from there on move by one. A product that is in the collection stays where it is: the " +
    "answer shows its place, nothing is changed and nothing is sent.",
  clauses: ["PRD-3"],
  example: createCollectExample,
});

const updateCollect = operation({
  ...write,
  id: "collects.update",
  method: "PUT",
  path: "/collects/:id.json",
  params: idParam,
  body: collectUpdate,
  wrapper: "collect",
  answer: wrapped,
  refusals: ["not_found", "invalid"],
  summary: "Move a product within its collection",
  description:
    "It takes the place, and those between its former place and this one move by one towards the former. Sends nothing.",
  clauses: [],
  example: updateCollectExample,
});

const deleteCollect = operation({
  ...write,
  id: "collects.delete",
  method: "DELETE",
  path: "/collects/:id.json",
  params: idParam,
  answer: nothing,
  refusals: ["not_found"],
  topics: ["product/update"],
  summary: "Take a product out of a collection",
  clauses: ["PRD-3"],
  example: deleteCollectExample,
});

export const collectOperations = {
  createCollect,
  listCollects,
  countCollects,
  getCollect,
  updateCollect,
  deleteCollect,
} as const;
