import { Type } from "typebox";
import {
  countCollectsExample,
  createCollectExample,
  deleteCollectExample,
  getCollectExample,
  listCollectsExample,
  updateCollectExample,
} from "../examples/collection.ts";
import { defineOperation } from "../operation.ts";
import { createListSchema } from "../paging.ts";
import { listParameters } from "../query.ts";
import { collect, collectCreate, collectUpdate } from "../schemas/collect.ts";
import { countResponse, emptyObject, idParam, noParams } from "../schemas/common.ts";

const filters = {
  ids: listParameters.ids,
  since_id: { kind: "id", description: "Returns records with `id >= since_id`." },
  product_id: { kind: "id", description: "Returns the collects of this product." },
  product_ids: { kind: "ids", description: "Returns the collects of these products. Comma-separated ids." },
  collection_id: { kind: "id", description: "Returns the collects of this collection." },
  collection_ids: {
    kind: "ids",
    description: "Returns the collects of these collections. Comma-separated ids.",
  },
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
const recordResponse = Type.Object({ collect });

const listCollects = defineOperation({
  ...readOperation,
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
      description:
        "To get the products of a collection in their order, send `collection_id` and sort by `position.asc`.",
    },
  },
  response: createListSchema("collects", collect),
  errors: ["invalid"],
  summary: "List collects",
  clauses: ["PRD-3", "LST-1"],
  example: listCollectsExample,
});

const countCollects = defineOperation({
  ...readOperation,
  id: "collects.count",
  path: "/collects/count.json",
  params: noParams,
  query: filters,
  response: countResponse,
  errors: ["invalid"],
  summary: "Count collects",
  clauses: [],
  example: countCollectsExample,
});

const getCollect = defineOperation({
  ...readOperation,
  id: "collects.get",
  path: "/collects/:id.json",
  params: idParam,
  query: { fields: listParameters.fields },
  response: recordResponse,
  errors: ["not_found"],
  summary: "Get a collect",
  clauses: [],
  example: getCollectExample,
});

const createCollect = defineOperation({
  ...writeOperation,
  id: "collects.create",
  method: "POST",
  path: "/collects.json",
  params: noParams,
  body: collectCreate,
  wrapper: "collect",
  response: recordResponse,
  errors: ["not_found", "invalid"],
  topics: ["product/update"],
  summary: "Add a product to a collection",
  description:
    "Collects at or after `position` move down by one. If the product is already in the collection, the existing " +
    "collect is returned, nothing changes and no event is emitted.",
  clauses: ["PRD-3"],
  example: createCollectExample,
});

const updateCollect = defineOperation({
  ...writeOperation,
  id: "collects.update",
  method: "PUT",
  path: "/collects/:id.json",
  params: idParam,
  body: collectUpdate,
  wrapper: "collect",
  response: recordResponse,
  errors: ["not_found", "invalid"],
  summary: "Move a product within a collection",
  description: "Collects between the old and the new position shift by one. Emits no event.",
  clauses: [],
  example: updateCollectExample,
});

const deleteCollect = defineOperation({
  ...writeOperation,
  id: "collects.delete",
  method: "DELETE",
  path: "/collects/:id.json",
  params: idParam,
  response: emptyObject,
  errors: ["not_found"],
  topics: ["product/update"],
  summary: "Remove a product from a collection",
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
