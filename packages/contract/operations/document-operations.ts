import { type TSchema, Type } from "typebox";
import { defineOperation, type Example } from "../operation.ts";
import { createCursorListSchema } from "../paging.ts";
import { cursorListParameters, listParameters, type QuerySpec } from "../query.ts";
import { countResponse, emptyObject, idParam, noParams } from "../schemas/common.ts";
import { documentReceive } from "../schemas/purchasing.ts";
import { documentSort } from "./document-filters.ts";

type Verb = "list" | "count" | "get" | "create" | "update" | "receive" | "cancel" | "delete";

/** Properties of an operation that differ between purchase orders and transfers. */
interface OperationDetails {
  summary: string;
  description?: string;
  topics?: readonly string[];
  clauses: readonly string[];
}

/** Definition of a kind of stock document, with everything that differs between purchase orders and transfers. */
interface DocumentDefinition<P extends string, S extends string, Q, R, C, U> {
  plural: P;
  singular: S;
  filters: Q;
  /** Schema of the record. */
  record: R;
  /** Schema of the request body of the create operation. */
  create: C;
  /** Schema of the request body of the update operation. */
  update: U;
  examples: Readonly<Record<Verb, Example>>;
  operationDetails: Readonly<Record<Verb, OperationDetails>>;
}

const commonProperties = { surface: "4.0", auth: "token", definedBy: "souk" } as const;

// Without this type assertion, TypeScript would not check the key of the response.
function createRecordResponse<S extends string, R extends TSchema>(singular: S, record: R) {
  return Type.Object({ [singular]: record } as Record<S, R>);
}

function buildReadOperations<
  const P extends string,
  const S extends string,
  const Q extends QuerySpec,
  R extends TSchema,
>({
  plural,
  singular,
  filters,
  record,
  examples,
  operationDetails,
}: Omit<DocumentDefinition<P, S, Q, R, unknown, unknown>, "create" | "update">) {
  const readOperation = {
    ...commonProperties,
    method: "GET",
    scopes: [["read_purchasing"]],
    rights: [["purchasing.view"]],
  } as const;
  return {
    list: defineOperation({
      ...readOperation,
      ...operationDetails.list,
      id: `${plural}.list`,
      path: `/${plural}.json`,
      params: noParams,
      query: { ...cursorListParameters, ...filters, sort: documentSort },
      response: createCursorListSchema(plural, record),
      errors: ["invalid"],
      example: examples.list,
    }),
    count: defineOperation({
      ...readOperation,
      ...operationDetails.count,
      id: `${plural}.count`,
      path: `/${plural}/count.json`,
      params: noParams,
      query: { ...filters, ids: listParameters.ids },
      response: countResponse,
      errors: ["invalid"],
      example: examples.count,
    }),
    get: defineOperation({
      ...readOperation,
      ...operationDetails.get,
      id: `${plural}.get`,
      path: `/${plural}/:id.json`,
      params: idParam,
      query: { fields: listParameters.fields },
      response: createRecordResponse(singular, record),
      errors: ["not_found"],
      example: examples.get,
    }),
  };
}

function buildWriteOperations<
  const P extends string,
  const S extends string,
  R extends TSchema,
  C extends TSchema,
  U extends TSchema,
>({
  plural,
  singular,
  record,
  create,
  update,
  examples,
  operationDetails,
}: Omit<DocumentDefinition<P, S, unknown, R, C, U>, "filters">) {
  const writeOperation = {
    ...commonProperties,
    scopes: [["write_purchasing"]],
    rights: [["purchasing.edit"]],
    query: {},
    wrapper: singular,
  } as const;
  const response = createRecordResponse(singular, record);
  const recordOperation = { params: idParam, response } as const;
  return {
    create: defineOperation({
      ...writeOperation,
      ...operationDetails.create,
      id: `${plural}.create`,
      method: "POST",
      path: `/${plural}.json`,
      params: noParams,
      body: create,
      response,
      errors: ["invalid"],
      example: examples.create,
    }),
    update: defineOperation({
      ...writeOperation,
      ...recordOperation,
      ...operationDetails.update,
      id: `${plural}.update`,
      method: "PUT",
      path: `/${plural}/:id.json`,
      body: update,
      errors: ["not_found", "invalid", "conflict"],
      example: examples.update,
    }),
    receive: defineOperation({
      ...writeOperation,
      ...recordOperation,
      ...operationDetails.receive,
      id: `${plural}.receive`,
      rights: [["purchasing.receive"]],
      method: "POST",
      path: `/${plural}/:id/receive.json`,
      body: documentReceive,
      errors: ["not_found", "invalid", "conflict"],
      example: examples.receive,
    }),
    cancel: defineOperation({
      ...writeOperation,
      ...recordOperation,
      ...operationDetails.cancel,
      id: `${plural}.cancel`,
      method: "POST",
      path: `/${plural}/:id/cancel.json`,
      errors: ["not_found", "conflict"],
      example: examples.cancel,
    }),
    delete: defineOperation({
      ...writeOperation,
      ...operationDetails.delete,
      id: `${plural}.delete`,
      method: "DELETE",
      path: `/${plural}/:id.json`,
      params: idParam,
      response: emptyObject,
      errors: ["not_found", "conflict"],
      example: examples.delete,
    }),
  };
}

/** Create the operations of purchase orders or of transfers. */
export function createDocumentOperations<
  const P extends string,
  const S extends string,
  const Q extends QuerySpec,
  R extends TSchema,
  C extends TSchema,
  U extends TSchema,
>(definition: DocumentDefinition<P, S, Q, R, C, U>) {
  return { ...buildReadOperations(definition), ...buildWriteOperations(definition) };
}
