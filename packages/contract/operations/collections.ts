import { Type } from "typebox";
import {
  countCollectionsExample,
  createCollectionExample,
  deleteCollectionExample,
  getCollectionExample,
  listCollectionsExample,
  updateCollectionExample,
} from "../examples/collection.ts";
import { operation } from "../operation.ts";
import { listOf } from "../paging.ts";
import { listParameters } from "../query.ts";
import { collection, collectionCreate, collectionUpdate } from "../schemas/collection.ts";
import { countAnswer, idParam, noParams, nothing } from "../schemas/common.ts";

const date = { kind: "date", reading: "offset" } as const;

const filters = {
  ids: listParameters.ids,
  since_id: { kind: "id", description: "Only ids from this one on, itself included (LST-5)." },
  handle: { kind: "text", maxLength: 255, description: "The collection with this handle." },
  parent_id: { kind: "id", description: "Those that stand in this one; 0: those that stand in none." },
  is_published: {
    kind: "boolean",
    description: "Only those that the shop shows, or only those that it does not.",
  },
  query: {
    kind: "text",
    maxLength: 255,
    description: "Those in whose title or handle every one of these words stands, in capitals or not.",
  },
  updated_at_min: { ...date, edge: "min", description: "Changed at or after." },
  updated_at_max: { ...date, edge: "max", description: "Changed at or before." },
  created_at_min: { ...date, edge: "min", description: "Made at or after." },
  created_at_max: { ...date, edge: "max", description: "Made at or before." },
} as const;

const base = { surface: "3.0", caller: "token", badge: "decided" } as const;
const read = { ...base, method: "GET", scopes: [["read_products"]] } as const;
const write = { ...base, scopes: [["write_products"]], query: {} } as const;
const wrapped = Type.Object({ collection });

const listCollections = operation({
  ...read,
  id: "collections.list",
  path: "/collections.json",
  params: noParams,
  query: {
    ...listParameters,
    ...filters,
    sort: { kind: "sort", by: ["id", "position", "title", "updated_at", "created_at"], default: "id.asc" },
  },
  answer: listOf("collections", collection),
  refusals: ["invalid"],
  summary: "List collections",
  clauses: ["PRD-3", "LST-1"],
  example: listCollectionsExample,
});

const countCollections = operation({
  ...read,
  id: "collections.count",
  path: "/collections/count.json",
  params: noParams,
  query: filters,
  answer: countAnswer,
  refusals: ["invalid"],
  summary: "Count collections",
  clauses: [],
  example: countCollectionsExample,
});

const getCollection = operation({
  ...read,
  id: "collections.get",
  path: "/collections/:id.json",
  params: idParam,
  query: { fields: listParameters.fields },
  answer: wrapped,
  refusals: ["not_found"],
  summary: "Get a collection",
  clauses: [],
  example: getCollectionExample,
});

const createCollection = operation({
  ...write,
  id: "collections.create",
  method: "POST",
  path: "/collections.json",
  params: noParams,
  body: collectionCreate,
  wrapper: "collection",
  answer: wrapped,
  refusals: ["invalid"],
  summary: "Create a collection",
  description:
    "Without a handle, one is made from the title. Products are put into it with `POST /collects.json`.",
  clauses: ["PRD-3"],
  example: createCollectionExample,
});

const updateCollection = operation({
  ...write,
  id: "collections.update",
  method: "PUT",
  path: "/collections/:id.json",
  params: idParam,
  body: collectionUpdate,
  wrapper: "collection",
  answer: wrapped,
  refusals: ["not_found", "invalid"],
  summary: "Change a collection",
  description:
    "Only the fields that are sent are changed. A new title or handle shows in its products at once; no event is sent " +
    "for each of them.",
  clauses: ["PRD-3"],
  example: updateCollectionExample,
});

const deleteCollection = operation({
  ...write,
  id: "collections.delete",
  method: "DELETE",
  path: "/collections/:id.json",
  params: idParam,
  answer: nothing,
  refusals: ["not_found"],
  topics: ["product/update"],
  summary: "Delete a collection",
  description:
    "Its products stay and are told by product/update, once each; collections that stand in it then stand in none.",
  clauses: ["PRD-3"],
  example: deleteCollectionExample,
});

export const collectionOperations = {
  createCollection,
  listCollections,
  countCollections,
  getCollection,
  updateCollection,
  deleteCollection,
} as const;
