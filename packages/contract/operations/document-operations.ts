import { type TSchema, Type } from "typebox";
import { defineOperation, type Example } from "../operation.ts";
import { createCursorListSchema } from "../paging.ts";
import { cursorListParameters, listParameters, type QuerySpec } from "../query.ts";
import { countResponse, emptyObject, idParam, noParams } from "../schemas/common.ts";
import { documentReceive } from "../schemas/purchasing.ts";
import { documentSort } from "./document-filters.ts";

type Verb = "list" | "count" | "get" | "create" | "update" | "receive" | "cancel" | "delete";

/** Summary and description of one operation. */
interface Words {
  summary: string;
  description?: string;
  topics?: readonly string[];
  clauses: readonly string[];
}

/** Differences between purchase orders and transfers on the wire. Everything else is the same for both. */
interface DocumentSchemas<P extends string, S extends string, Q, R, C, U> {
  plural: P;
  singular: S;
  filters: Q;
  record: R;
  create: C;
  update: U;
  examples: Readonly<Record<Verb, Example>>;
  words: Readonly<Record<Verb, Words>>;
}

const needs = { surface: "4.0", auth: "token", badge: "decided" } as const;

// A computed key alone would make the whole answer a bag of anything.
function wrappedIn<S extends string, R extends TSchema>(singular: S, record: R) {
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
  words,
}: Omit<DocumentSchemas<P, S, Q, R, unknown, unknown>, "create" | "update">) {
  const read = { ...needs, method: "GET", scopes: [["read_purchasing"]] } as const;
  return {
    list: defineOperation({
      ...read,
      ...words.list,
      id: `${plural}.list`,
      path: `/${plural}.json`,
      params: noParams,
      query: { ...cursorListParameters, ...filters, sort: documentSort },
      response: createCursorListSchema(plural, record),
      errors: ["invalid"],
      example: examples.list,
    }),
    count: defineOperation({
      ...read,
      ...words.count,
      id: `${plural}.count`,
      path: `/${plural}/count.json`,
      params: noParams,
      query: { ...filters, ids: listParameters.ids },
      response: countResponse,
      errors: ["invalid"],
      example: examples.count,
    }),
    get: defineOperation({
      ...read,
      ...words.get,
      id: `${plural}.get`,
      path: `/${plural}/:id.json`,
      params: idParam,
      query: { fields: listParameters.fields },
      response: wrappedIn(singular, record),
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
  words,
}: Omit<DocumentSchemas<P, S, unknown, R, C, U>, "filters">) {
  const write = { ...needs, scopes: [["write_purchasing"]], query: {}, wrapper: singular } as const;
  const response = wrappedIn(singular, record);
  const one = { params: idParam, response } as const;
  return {
    create: defineOperation({
      ...write,
      ...words.create,
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
      ...write,
      ...one,
      ...words.update,
      id: `${plural}.update`,
      method: "PUT",
      path: `/${plural}/:id.json`,
      body: update,
      errors: ["not_found", "invalid", "conflict"],
      example: examples.update,
    }),
    receive: defineOperation({
      ...write,
      ...one,
      ...words.receive,
      id: `${plural}.receive`,
      method: "POST",
      path: `/${plural}/:id/receive.json`,
      body: documentReceive,
      errors: ["not_found", "invalid", "conflict"],
      example: examples.receive,
    }),
    cancel: defineOperation({
      ...write,
      ...one,
      ...words.cancel,
      id: `${plural}.cancel`,
      method: "POST",
      path: `/${plural}/:id/cancel.json`,
      errors: ["not_found", "conflict"],
      example: examples.cancel,
    }),
    delete: defineOperation({
      ...write,
      ...words.delete,
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
export function documentOperations<
  const P extends string,
  const S extends string,
  const Q extends QuerySpec,
  R extends TSchema,
  C extends TSchema,
  U extends TSchema,
>(documentSchemas: DocumentSchemas<P, S, Q, R, C, U>) {
  return { ...buildReadOperations(documentSchemas), ...buildWriteOperations(documentSchemas) };
}
