import type { TSchema } from "typebox";
import { type Badge, type Example, operation } from "../operation.ts";
import { listOf } from "../paging.ts";
import { listParameters, type Parameter } from "../query.ts";
import { countAnswer, idParam, noParams, nothing } from "../schemas/common.ts";
import { mostAppRecords } from "../schemas/customisation.ts";
import type { ScopeNeed } from "../scopes.ts";

const date = { kind: "date", reading: "offset" } as const;

const filters = {
  ids: listParameters.ids,
  since_id: { kind: "id", description: "Only ids from this one on, itself included (LST-5)." },
  updated_at_min: { ...date, edge: "min", description: "Changed at or after." },
  updated_at_max: { ...date, edge: "max", description: "Changed at or before." },
  created_at_min: { ...date, edge: "min", description: "Made at or after." },
  created_at_max: { ...date, edge: "max", description: "Made at or before." },
} as const;

const base = { surface: "3.0", caller: "token" } as const;

type Filters = Readonly<Record<string, Parameter & { description: string }>>;

interface Schemas {
  record: TSchema;
  /** The record under its name. */
  wrapped: TSchema;
  /** What creating answers. */
  made: TSchema;
  create: TSchema;
  update: TSchema;
}

/** A kind of record that apps put into a shop: each app sees and changes its own. */
interface AppRecords<N extends string, F extends Filters, S extends Schemas> {
  plural: N;
  /** Also the wrapper of bodies. */
  singular: string;
  /** One, and several, in words. */
  one: string;
  many: string;
  schemas: S;
  /** Filters of the list, beside those of every list. */
  own: F;
  read: ScopeNeed;
  write: ScopeNeed;
  /** What creating does beyond the obvious. */
  note: string;
  /** Of creating; the other operations are decided. */
  badge: Badge;
  clauses: readonly string[];
  examples: Readonly<Record<"create" | "list" | "count" | "get" | "update" | "delete", Example>>;
}

function readingFor<const N extends string, const F extends Filters, S extends Schemas>(
  kind: AppRecords<N, F, S>,
) {
  const { plural, one, many, schemas, own, read: scopes, clauses, examples } = kind;
  const read = { ...base, badge: "decided", method: "GET", scopes, clauses } as const;
  return {
    list: operation({
      ...read,
      id: `${plural}.list`,
      path: `/${plural}.json`,
      params: noParams,
      query: {
        ...listParameters,
        ...filters,
        ...own,
        sort: { kind: "sort", by: ["id", "updated_at", "created_at"], default: "id.asc" },
      },
      answer: listOf(plural, schemas.record as S["record"]),
      refusals: ["invalid", "not_allowed"],
      summary: `List the app's ${many} in this store`,
      example: examples.list,
    }),
    count: operation({
      ...read,
      id: `${plural}.count`,
      path: `/${plural}/count.json`,
      params: noParams,
      query: { ...filters, ...own },
      answer: countAnswer,
      refusals: ["invalid", "not_allowed"],
      summary: `Count the app's ${many} in this store`,
      example: examples.count,
    }),
    get: operation({
      ...read,
      id: `${plural}.get`,
      path: `/${plural}/:id.json`,
      params: idParam,
      query: { fields: listParameters.fields },
      answer: schemas.wrapped as S["wrapped"],
      refusals: ["not_found", "not_allowed"],
      summary: `Get ${one}`,
      example: examples.get,
    }),
  };
}

const life = `An app keeps at most ${mostAppRecords} of them in a shop, and they are gone when it is uninstalled.`;

function writingFor<const N extends string, const F extends Filters, S extends Schemas>(
  kind: AppRecords<N, F, S>,
) {
  const { plural, singular, one, schemas, write: scopes, note, badge, clauses, examples } = kind;
  const write = { ...base, scopes, query: {}, clauses } as const;
  return {
    create: operation({
      ...write,
      badge,
      id: `${plural}.create`,
      method: "POST",
      path: `/${plural}.json`,
      params: noParams,
      body: schemas.create as S["create"],
      wrapper: singular,
      answer: schemas.made as S["made"],
      refusals: ["invalid", "not_allowed"],
      summary: `Create ${one}`,
      description: `${note} ${life}`,
      example: examples.create,
    }),
    update: operation({
      ...write,
      badge: "decided",
      id: `${plural}.update`,
      method: "PUT",
      path: `/${plural}/:id.json`,
      params: idParam,
      body: schemas.update as S["update"],
      wrapper: singular,
      answer: schemas.wrapped as S["wrapped"],
      refusals: ["not_found", "invalid", "not_allowed"],
      summary: `Change ${one}`,
      description: "Only the fields that are sent are changed; what is already as asked changes nothing.",
      example: examples.update,
    }),
    delete: operation({
      ...write,
      badge: "decided",
      id: `${plural}.delete`,
      method: "DELETE",
      path: `/${plural}/:id.json`,
      params: idParam,
      answer: nothing,
      refusals: ["not_found", "not_allowed"],
      summary: `Delete ${one}`,
      example: examples.delete,
    }),
  };
}

/** List, count, one, create, change and delete are the same for every kind of record that an app puts into a shop. */
export function appRecordOperations<const N extends string, const F extends Filters, S extends Schemas>(
  kind: AppRecords<N, F, S>,
) {
  return { ...readingFor(kind), ...writingFor(kind) };
}
