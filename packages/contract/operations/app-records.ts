import type { TSchema } from "typebox";
import { type Badge, defineOperation, type Example } from "../operation.ts";
import { createListSchema } from "../paging.ts";
import { listParameters, type QueryParameter } from "../query.ts";
import { countResponse, emptyObject, idParam, noParams } from "../schemas/common.ts";
import { maxAppRecords } from "../schemas/customization.ts";
import type { ScopeRequirement } from "../scopes.ts";

const date = { kind: "date", timezone: "offset" } as const;

const filters = {
  ids: listParameters.ids,
  since_id: { kind: "id", description: "Returns records with `id >= since_id`." },
  updated_at_min: { ...date, bound: "min", description: "Updated at or after this date." },
  updated_at_max: { ...date, bound: "max", description: "Updated at or before this date." },
  created_at_min: { ...date, bound: "min", description: "Created at or after this date." },
  created_at_max: { ...date, bound: "max", description: "Created at or before this date." },
} as const;

const base = { surface: "3.0", auth: "token" } as const;

type Filters = Readonly<Record<string, QueryParameter & { description: string }>>;

interface Schemas {
  record: TSchema;
  /** Response schema with the record under its singular name. */
  wrapped: TSchema;
  /** Response schema of the create operation. */
  made: TSchema;
  create: TSchema;
  update: TSchema;
}

/** Description of a record kind that apps add to a store. Each app sees and changes only its own records. */
interface AppRecords<N extends string, F extends Filters, S extends Schemas> {
  plural: N;
  /** Singular name, also the wrapper of request bodies. */
  singular: string;
  /** Singular (with article) and plural names used in summaries. */
  one: string;
  many: string;
  schemas: S;
  /** List filters beyond those that every list accepts. */
  own: F;
  read: ScopeRequirement;
  write: ScopeRequirement;
  /** What creating does beyond storing the record. */
  note: string;
  /** Badge and clauses of the create operation; the other operations are decided. */
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
    list: defineOperation({
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
      response: createListSchema(plural, schemas.record as S["record"]),
      errors: ["invalid", "not_allowed"],
      summary: `List the app's ${many} in this store`,
      example: examples.list,
    }),
    count: defineOperation({
      ...read,
      id: `${plural}.count`,
      path: `/${plural}/count.json`,
      params: noParams,
      query: { ...filters, ...own },
      response: countResponse,
      errors: ["invalid", "not_allowed"],
      summary: `Count the app's ${many} in this store`,
      example: examples.count,
    }),
    get: defineOperation({
      ...read,
      id: `${plural}.get`,
      path: `/${plural}/:id.json`,
      params: idParam,
      query: { fields: listParameters.fields },
      response: schemas.wrapped as S["wrapped"],
      errors: ["not_found", "not_allowed"],
      summary: `Get ${one}`,
      example: examples.get,
    }),
  };
}

const lifetime = (many: string) =>
  `An app can have at most ${maxAppRecords} ${many} per store. They are deleted when the app is uninstalled.`;

function writingFor<const N extends string, const F extends Filters, S extends Schemas>(
  kind: AppRecords<N, F, S>,
) {
  const { plural, singular, one, many, schemas, write: scopes, note, badge, clauses, examples } = kind;
  const write = { ...base, scopes, query: {}, clauses } as const;
  return {
    create: defineOperation({
      ...write,
      badge,
      id: `${plural}.create`,
      method: "POST",
      path: `/${plural}.json`,
      params: noParams,
      body: schemas.create as S["create"],
      wrapper: singular,
      response: schemas.made as S["made"],
      errors: ["invalid", "not_allowed"],
      summary: `Create ${one}`,
      description: `${note} ${lifetime(many)}`,
      example: examples.create,
    }),
    update: defineOperation({
      ...write,
      badge: "decided",
      id: `${plural}.update`,
      method: "PUT",
      path: `/${plural}/:id.json`,
      params: idParam,
      body: schemas.update as S["update"],
      wrapper: singular,
      response: schemas.wrapped as S["wrapped"],
      errors: ["not_found", "invalid", "not_allowed"],
      summary: `Update ${one}`,
      description: "Omitted fields are left unchanged.",
      example: examples.update,
    }),
    delete: defineOperation({
      ...write,
      badge: "decided",
      id: `${plural}.delete`,
      method: "DELETE",
      path: `/${plural}/:id.json`,
      params: idParam,
      response: emptyObject,
      errors: ["not_found", "not_allowed"],
      summary: `Delete ${one}`,
      example: examples.delete,
    }),
  };
}

/**
 * Create the list, count, get, create, update and delete operations of a record kind that apps add to a store.
 */
export function appRecordOperations<const N extends string, const F extends Filters, S extends Schemas>(
  kind: AppRecords<N, F, S>,
) {
  return { ...readingFor(kind), ...writingFor(kind) };
}
