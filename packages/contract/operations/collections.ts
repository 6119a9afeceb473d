import { Type } from "typebox";
import {
  countCollectionsExample,
  createCollectionExample,
  deleteCollectionExample,
  getCollectionExample,
  listCollectionsExample,
  updateCollectionExample,
} from "../examples/collection.ts";
import { defineOperation } from "../operation.ts";
import { createListSchema } from "../paging.ts";
import { listParameters } from "../query.ts";
import { collection, collectionCreate, collectionUpdate } from "../schemas/collection.ts";
import { countResponse, emptyObject, idParam, noParams } from "../schemas/common.ts";

const dateFilter = { kind: "date", timezone: "offset" } as const;

const filters = {
  ids: listParameters.ids,
  since_id: { kind: "id", description: "Returns records with `id >= since_id`." },
  handle: { kind: "text", maxLength: 255, description: "Returns the collection with this handle." },
  parent_id: {
    kind: "id",
    description: "Returns child collections of this collection; 0 returns top-level collections.",
  },
  is_published: {
    kind: "boolean",
    description: "`true` returns published collections, `false` unpublished ones.",
  },
  query: {
    kind: "text",
    maxLength: 255,
    description:
      "Returns collections whose title or handle contains every word of this text (case-insensitive).",
  },
  updated_at_min: { ...dateFilter, bound: "min", description: "Updated at or after this date." },
  updated_at_max: { ...dateFilter, bound: "max", description: "Updated at or before this date." },
  created_at_min: { ...dateFilter, bound: "min", description: "Created at or after this date." },
  created_at_max: { ...dateFilter, bound: "max", description: "Created at or before this date." },
} as const;

const commonProperties = { surface: "3.0", auth: "token", definedBy: "souk" } as const;
const readOperation = {
  ...commonProperties,
  method: "GET",
  scopes: [["read_products"]],
  rights: [["products.view"]],
} as const;
const writeOperation = {
  ...commonProperties,
  scopes: [["write_products"]],
  rights: [["products.edit"]],
  query: {},
} as const;
const recordResponse = Type.Object({ collection });

const listCollections = defineOperation({
  ...readOperation,
  id: "collections.list",
  path: "/collections.json",
  params: noParams,
  query: {
    ...listParameters,
    ...filters,
    sort: { kind: "sort", by: ["id", "position", "title", "updated_at", "created_at"], default: "id.asc" },
  },
  response: createListSchema("collections", collection),
  errors: ["invalid"],
  summary: "List collections",
  clauses: ["PRD-3", "LST-1"],
  example: listCollectionsExample,
});

const countCollections = defineOperation({
  ...readOperation,
  id: "collections.count",
  path: "/collections/count.json",
  params: noParams,
  query: filters,
  response: countResponse,
  errors: ["invalid"],
  summary: "Count collections",
  clauses: [],
  example: countCollectionsExample,
});

const getCollection = defineOperation({
  ...readOperation,
  id: "collections.get",
  path: "/collections/:id.json",
  params: idParam,
  query: { fields: listParameters.fields },
  response: recordResponse,
  errors: ["not_found"],
  summary: "Get a collection",
  clauses: [],
  example: getCollectionExample,
});

const createCollection = defineOperation({
  ...writeOperation,
  id: "collections.create",
  method: "POST",
  path: "/collections.json",
  params: noParams,
  body: collectionCreate,
  wrapper: "collection",
  response: recordResponse,
  errors: ["invalid", "quota_exceeded"],
  summary: "Create a collection",
  description:
    "Generates a handle from the title if `handle` is omitted. Add products with `POST /collects.json`.",
  clauses: ["PRD-3"],
  example: createCollectionExample,
});

const updateCollection = defineOperation({
  ...writeOperation,
  id: "collections.update",
  method: "PUT",
  path: "/collections/:id.json",
  params: idParam,
  body: collectionUpdate,
  wrapper: "collection",
  response: recordResponse,
  errors: ["not_found", "invalid"],
  summary: "Update a collection",
  description:
    "Omitted fields are left unchanged. A new title or handle immediately appears in the `collections` field of the " +
    "collection's products, but no `product/update` is emitted for these products.",
  clauses: ["PRD-3"],
  example: updateCollectionExample,
});

const deleteCollection = defineOperation({
  ...writeOperation,
  id: "collections.delete",
  method: "DELETE",
  path: "/collections/:id.json",
  params: idParam,
  response: emptyObject,
  errors: ["not_found"],
  topics: ["product/update"],
  summary: "Delete a collection",
  description:
    "The collection's products are kept, and `product/update` is emitted once for each of them. Its child collections become " +
    "top-level collections.",
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
