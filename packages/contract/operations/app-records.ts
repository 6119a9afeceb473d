import type { TSchema } from "typebox";
import { defineOperation, type Example, type OperationDefiner } from "../operation.ts";
import { createListSchema } from "../paging.ts";
import { listParameters, type QueryParameter } from "../query.ts";
import { countResponse, emptyObject, idParam, noParams } from "../schemas/common.ts";
import { maxAppRecords } from "../schemas/customization.ts";
import type { ScopeRequirement } from "../scopes.ts";

const dateFilter = { kind: "date", timezone: "offset" } as const;

const commonFilters = {
  ids: listParameters.ids,
  since_id: { kind: "id", description: "Returns records with `id >= since_id`." },
  updated_at_min: { ...dateFilter, bound: "min", description: "Updated at or after this date." },
  updated_at_max: { ...dateFilter, bound: "max", description: "Updated at or before this date." },
  created_at_min: { ...dateFilter, bound: "min", description: "Created at or after this date." },
  created_at_max: { ...dateFilter, bound: "max", description: "Created at or before this date." },
} as const;

const commonProperties = { surface: "3.0", auth: "token" } as const;

type Filters = Readonly<Record<string, QueryParameter & { description: string }>>;

interface Schemas {
  record: TSchema;
  /** Schema of a response that contains the record under its singular name. */
  recordResponse: TSchema;
  /** Schema of the response to the create operation. */
  createResponse: TSchema;
  create: TSchema;
  update: TSchema;
}

/** Definition of a kind of record that apps add to a store. Each app can read and change only its own records. */
interface AppRecordKind<N extends string, F extends Filters, S extends Schemas> {
  plural: N;
  /** Singular name, also the wrapper of request bodies. */
  singular: string;
  /** Singular name with its article, for summaries. */
  singularLabel: string;
  /** Plural name for summaries. */
  pluralLabel: string;
  schemas: S;
  /** List filters of this kind, in addition to the common filters. */
  filters: F;
  readScopes: ScopeRequirement;
  writeScopes: ScopeRequirement;
  /** Beginning of the description of the create operation. */
  createDescription: string;
  /** What defines the create operation. Souk defines the other operations. */
  definedBy: OperationDefiner;
  /** The clauses of all operations. */
  clauses: readonly string[];
  examples: Readonly<Record<"create" | "list" | "count" | "get" | "update" | "delete", Example>>;
}

function createReadOperations<const N extends string, const F extends Filters, S extends Schemas>(
  kind: AppRecordKind<N, F, S>,
) {
  const { plural, singularLabel, pluralLabel, schemas, filters, readScopes, clauses, examples } = kind;
  const readOperation = {
    ...commonProperties,
    definedBy: "souk",
    method: "GET",
    scopes: readScopes,
    rights: [],
    clauses,
  } as const;
  return {
    list: defineOperation({
      ...readOperation,
      id: `${plural}.list`,
      path: `/${plural}.json`,
      params: noParams,
      query: {
        ...listParameters,
        ...commonFilters,
        ...filters,
        sort: { kind: "sort", by: ["id", "updated_at", "created_at"], default: "id.asc" },
      },
      response: createListSchema(plural, schemas.record as S["record"]),
      errors: ["invalid", "not_allowed"],
      summary: `List the app's ${pluralLabel} in this store`,
      example: examples.list,
    }),
    count: defineOperation({
      ...readOperation,
      id: `${plural}.count`,
      path: `/${plural}/count.json`,
      params: noParams,
      query: { ...commonFilters, ...filters },
      response: countResponse,
      errors: ["invalid", "not_allowed"],
      summary: `Count the app's ${pluralLabel} in this store`,
      example: examples.count,
    }),
    get: defineOperation({
      ...readOperation,
      id: `${plural}.get`,
      path: `/${plural}/:id.json`,
      params: idParam,
      query: { fields: listParameters.fields },
      response: schemas.recordResponse as S["recordResponse"],
      errors: ["not_found", "not_allowed"],
      summary: `Get ${singularLabel}`,
      example: examples.get,
    }),
  };
}

const describeLimits = (pluralLabel: string) =>
  `An app can have at most ${maxAppRecords} ${pluralLabel} per store. They are deleted when the app is uninstalled.`;

function createWriteOperations<const N extends string, const F extends Filters, S extends Schemas>(
  kind: AppRecordKind<N, F, S>,
) {
  const { plural, singular, singularLabel, pluralLabel, schemas } = kind;
  const { writeScopes, createDescription, definedBy, clauses, examples } = kind;
  const writeOperation = {
    ...commonProperties,
    scopes: writeScopes,
    rights: [],
    query: {},
    clauses,
  } as const;
  return {
    create: defineOperation({
      ...writeOperation,
      definedBy,
      id: `${plural}.create`,
      method: "POST",
      path: `/${plural}.json`,
      params: noParams,
      body: schemas.create as S["create"],
      wrapper: singular,
      response: schemas.createResponse as S["createResponse"],
      errors: ["invalid", "not_allowed", "quota_exceeded"],
      summary: `Create ${singularLabel}`,
      description: `${createDescription} ${describeLimits(pluralLabel)}`,
      example: examples.create,
    }),
    update: defineOperation({
      ...writeOperation,
      definedBy: "souk",
      id: `${plural}.update`,
      method: "PUT",
      path: `/${plural}/:id.json`,
      params: idParam,
      body: schemas.update as S["update"],
      wrapper: singular,
      response: schemas.recordResponse as S["recordResponse"],
      errors: ["not_found", "invalid", "not_allowed"],
      summary: `Update ${singularLabel}`,
      description: "Omitted fields are left unchanged.",
      example: examples.update,
    }),
    delete: defineOperation({
      ...writeOperation,
      definedBy: "souk",
      id: `${plural}.delete`,
      method: "DELETE",
      path: `/${plural}/:id.json`,
      params: idParam,
      response: emptyObject,
      errors: ["not_found", "not_allowed"],
      summary: `Delete ${singularLabel}`,
      example: examples.delete,
    }),
  };
}

/**
 * Create the list, count, get, create, update and delete operations for a kind of record that apps add to a store.
 */
export function createAppRecordOperations<const N extends string, const F extends Filters, S extends Schemas>(
  kind: AppRecordKind<N, F, S>,
) {
  return { ...createReadOperations(kind), ...createWriteOperations(kind) };
}
