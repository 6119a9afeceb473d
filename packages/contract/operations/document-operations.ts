import { type TSchema, Type } from "typebox";
import { type Example, operation } from "../operation.ts";
import { cursorListOf } from "../paging.ts";
import { cursorListParameters, listParameters, type QuerySpec } from "../query.ts";
import { countAnswer, idParam, noParams, nothing } from "../schemas/common.ts";
import { documentReceive } from "../schemas/purchasing.ts";
import { documentSort } from "./document-filters.ts";

type Verb = "list" | "count" | "get" | "create" | "update" | "receive" | "cancel" | "delete";

/** What is said of one operation. */
interface Words {
  summary: string;
  description?: string;
  topics?: readonly string[];
  clauses: readonly string[];
}

/** What purchase orders and transfers differ in on the wire; all else is the same for both. */
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

const needs = { surface: "4.0", caller: "token", badge: "decided" } as const;

// A computed key alone would make the whole answer a bag of anything.
function wrappedIn<S extends string, R extends TSchema>(singular: S, record: R) {
  return Type.Object({ [singular]: record } as Record<S, R>);
}

function readingOf<
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
    list: operation({
      ...read,
      ...words.list,
      id: `${plural}.list`,
      path: `/${plural}.json`,
      params: noParams,
      query: { ...cursorListParameters, ...filters, sort: documentSort },
      answer: cursorListOf(plural, record),
      refusals: ["invalid"],
      example: examples.list,
    }),
    count: operation({
      ...read,
      ...words.count,
      id: `${plural}.count`,
      path: `/${plural}/count.json`,
      params: noParams,
      query: { ...filters, ids: listParameters.ids },
      answer: countAnswer,
      refusals: ["invalid"],
      example: examples.count,
    }),
    get: operation({
      ...read,
      ...words.get,
      id: `${plural}.get`,
      path: `/${plural}/:id.json`,
      params: idParam,
      query: { fields: listParameters.fields },
      answer: wrappedIn(singular, record),
      refusals: ["not_found"],
      example: examples.get,
    }),
  };
}

function writingOf<
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
  const answer = wrappedIn(singular, record);
  const one = { params: idParam, answer } as const;
  return {
    create: operation({
      ...write,
      ...words.create,
      id: `${plural}.create`,
      method: "POST",
      path: `/${plural}.json`,
      params: noParams,
      body: create,
      answer,
      refusals: ["invalid"],
      example: examples.create,
    }),
    update: operation({
      ...write,
      ...one,
      ...words.update,
      id: `${plural}.update`,
      method: "PUT",
      path: `/${plural}/:id.json`,
      body: update,
      refusals: ["not_found", "invalid", "conflict"],
      example: examples.update,
    }),
    receive: operation({
      ...write,
      ...one,
      ...words.receive,
      id: `${plural}.receive`,
      method: "POST",
      path: `/${plural}/:id/receive.json`,
      body: documentReceive,
      refusals: ["not_found", "invalid", "conflict"],
      example: examples.receive,
    }),
    cancel: operation({
      ...write,
      ...one,
      ...words.cancel,
      id: `${plural}.cancel`,
      method: "POST",
      path: `/${plural}/:id/cancel.json`,
      refusals: ["not_found", "conflict"],
      example: examples.cancel,
    }),
    delete: operation({
      ...write,
      ...words.delete,
      id: `${plural}.delete`,
      method: "DELETE",
      path: `/${plural}/:id.json`,
      params: idParam,
      answer: nothing,
      refusals: ["not_found", "conflict"],
      example: examples.delete,
    }),
  };
}

/** The operations of purchase orders, or of transfers. */
export function documentOperations<
  const P extends string,
  const S extends string,
  const Q extends QuerySpec,
  R extends TSchema,
  C extends TSchema,
  U extends TSchema,
>(of: DocumentSchemas<P, S, Q, R, C, U>) {
  return { ...readingOf(of), ...writingOf(of) };
}
