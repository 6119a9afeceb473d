import {
  type ImportableResource,
  type OperationResponse,
  type operations,
  throwApiError,
} from "@souk/contract";
import { monotonicUpdatedAt, type Queryable } from "@souk/database";
import type { Actor } from "../../infrastructure/routing/actor.ts";
import { toStorableText } from "../../infrastructure/storable-text.ts";
import type { WorkOwner } from "../../runtime/jobs/index.ts";
import type { RowError } from "./rows/row-error.ts";

type Import = OperationResponse<typeof operations.getImport>["import"];

/** The status of an import. */
export type ImportStatus = Import["status"];

/** How many records of a file have been checked or written so far, by result. */
export type ImportCounts = NonNullable<Import["check"]>;

/** The counts of an import before its first record. */
export const zeroCounts: ImportCounts = {
  records: 0,
  created: 0,
  updated: 0,
  unchanged: 0,
  failed: 0,
  errors: 0,
};

/** The imports that a caller may see: the imports of one owner whose resource is in the list. */
export interface ImportVisibility extends WorkOwner {
  resources: ImportableResource[];
}

/** The SQL condition that an import `r` is visible to a caller. Its parameters are `$1` to `$3`. */
export const visibleImportCondition = `r.store_id = $1 and r.installation_id is not distinct from $2 and r.resource = any($3)`;

/** Return the values of `$1` to `$3` in `visibleImportCondition`. */
export function getVisibilityValues({ store_id, installation_id, resources }: ImportVisibility): unknown[] {
  return [store_id, installation_id, resources];
}

/** An import to insert. */
export interface NewImport extends WorkOwner {
  resource: ImportableResource;
  filename: string;
  size: number;
  path: string;
  actor: Actor;
  request_id: string;
  /** Whether the import may write custom fields of customers. */
  attributes: boolean;
  expires_at: Date;
}

/** The columns of an import that its job needs. */
export interface ImportRow {
  id: number;
  installation_id: number | null;
  resource: ImportableResource;
  status: ImportStatus;
  size: number;
  path: string;
  row_count: number;
  delimiter: string | null;
  ignored_columns: string[];
  check: ImportCounts | null;
  result: ImportCounts | null;
  actor_kind: Actor["kind"];
  actor_id: string;
  request_id: string;
  /** Whether the import may write custom fields of customers. */
  attributes: boolean;
  expires_at: Date;
}

const columns = `id, installation_id, resource, status, size, path, row_count, delimiter, ignored_columns, "check", result, actor_kind,
  actor_id, request_id, attributes, expires_at`;

const countNames = ["records", "created", "updated", "unchanged", "failed", "errors"];

/**
 * Build the SQL expression for counts as JSON, whose value is null if there are no counts. The keys are in the contract's order,
 * which jsonb does not keep.
 */
function buildCountsJson(column: string): string {
  const columnTypes = countNames.map((name) => `${name} bigint`).join(", ");
  return `(select row_to_json(c) from jsonb_to_record(${column}) as c (${columnTypes}) where ${column} is not null)`;
}

/** Build the SQL expression for the JSON text of an import `r`. @param zone the SQL placeholder of the store's time zone */
export function buildImportJson(zone: string): string {
  return `row_to_json((select x from (select r.id, r.resource, r.filename, r.size, r.status, r.progress, r.row_count,
    r.delimiter, r.ignored_columns, ${buildCountsJson('r."check"')} as "check", ${buildCountsJson("r.result")} as result, r.error, souk_time(r.expires_at, ${zone}) as expires_at,
    souk_time(r.created_at, ${zone}) as created_at, souk_time(r.updated_at, ${zone}) as updated_at) x))::text`;
}

/** Insert an import. @returns its id */
export async function insertImport(tx: Queryable, newImport: NewImport): Promise<number> {
  const { store_id, installation_id, resource, filename, size, path, actor, attributes, expires_at } =
    newImport;
  const text = `
    insert into imports (store_id, installation_id, resource, filename, size, path, actor_kind, actor_id, request_id,
      attributes, expires_at)
    values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11) returning id`;
  const cause = [actor.kind, actor.id, newImport.request_id];
  const values = [
    store_id,
    installation_id,
    resource,
    filename,
    size,
    path,
    ...cause,
    attributes,
    expires_at,
  ];
  return (await tx.maybeOne<{ id: number }>(text, values))?.id ?? 0;
}

/** Count the imports of an owner that are being checked or written. */
export async function countImportsInProgress(
  db: Queryable,
  { store_id, installation_id }: WorkOwner,
): Promise<number> {
  const text = `select count(*) as n from imports
    where store_id = $1 and installation_id is not distinct from $2 and status in ('checking', 'running')`;
  return (await db.one<{ n: number }>(text, [store_id, installation_id])).n;
}

/** Lock and load an import that is visible to the caller. @throws ApiError `not_found` */
export async function lockImport(
  tx: Queryable,
  visibility: ImportVisibility,
  id: number,
): Promise<ImportRow> {
  const text = `select ${columns} from imports r where ${visibleImportCondition} and r.id = $4 for no key update`;
  const row = await tx.maybeOne<ImportRow>(text, [...getVisibilityValues(visibility), id]);
  return row ?? throwApiError("not_found");
}

/** Load an import for its job. @returns null if it does not exist */
export async function selectImport(db: Queryable, storeId: number, id: number): Promise<ImportRow | null> {
  const text = `select ${columns} from imports where store_id = $1 and id = $2`;
  return (await db.maybeOne<ImportRow>(text, [storeId, id])) ?? null;
}

/** The columns of an import to change. Absent columns are left unchanged. */
export interface ImportChange {
  status?: ImportStatus;
  progress?: number;
  row_count?: number;
  delimiter?: string;
  ignored_columns?: readonly string[];
  check?: ImportCounts;
  result?: ImportCounts | null;
  /** Whether the import may write custom fields of customers. */
  attributes?: boolean;
  error?: string;
}

const jsonColumns: readonly string[] = ["check", "result"];

/** Update columns of an import. */
export async function updateImport(
  tx: Queryable,
  { store_id, id }: { store_id: number; id: number },
  change: ImportChange,
): Promise<void> {
  const entries = Object.entries(change);
  const assignments = entries.map(([name], index) => `"${name}" = $${index + 3}`);
  const values = entries.map(([name, value]) =>
    jsonColumns.includes(name) && value !== null ? JSON.stringify(value) : value,
  );
  const text = `update imports r set ${assignments.join(", ")}, updated_at = ${monotonicUpdatedAt("r.updated_at")}
    where store_id = $1 and id = $2`;
  await tx.query(text, [store_id, id, ...values]);
}

/** Insert errors of rows, in the given order. */
export async function insertErrors(
  tx: Queryable,
  { store_id, id }: { store_id: number; id: number },
  errors: readonly RowError[],
): Promise<void> {
  if (errors.length === 0) return;
  const text = `
    insert into import_errors (store_id, import_id, "row", "column", handle, code, message, params)
    select $1, $2, e."row", nullif(e.path, ''), e.handle, e.code, e.message, coalesce(e.params, '{}')
    from jsonb_to_recordset($3::jsonb) as e ("row" bigint, path text, handle text, code text, message text, params jsonb)`;
  const toStorable = (_key: string, value: unknown) =>
    typeof value === "string" ? toStorableText(value) : value;
  await tx.query(text, [store_id, id, JSON.stringify(errors, toStorable)]);
}

/** Count the stored errors of an import. */
export async function countStoredErrors(
  tx: Queryable,
  { store_id, id }: { store_id: number; id: number },
): Promise<number> {
  const text = "select count(*) as n from import_errors where store_id = $1 and import_id = $2";
  return (await tx.one<{ n: number }>(text, [store_id, id])).n;
}

/** Delete the errors of an import's check before its records are written. */
export async function deleteErrors(
  tx: Queryable,
  importKey: { store_id: number; id: number },
): Promise<void> {
  await tx.query("delete from import_errors where store_id = $1 and import_id = $2", [
    importKey.store_id,
    importKey.id,
  ]);
}

/** The key of a record in the file, with the number of one of the record's rows. */
export interface RecordRow {
  /** The key that identifies the record. */
  key: string;
  row: number;
}

/**
 * Save the number of the row in which each record first occurs. A key that is already stored keeps its row.
 * @returns the first row of each record, by key
 */
export async function saveFirstRows(
  tx: Queryable,
  { store_id, id }: { store_id: number; id: number },
  records: readonly RecordRow[],
): Promise<ReadonlyMap<string, number>> {
  const keys = records.map(({ key }) => key);
  await tx.query(
    `insert into import_records (store_id, import_id, key, "row")
    select $1, $2, key, min("row") from unnest($3::text[], $4::bigint[]) as record (key, "row")
    group by key order by key
    on conflict (store_id, import_id, key) do nothing`,
    [store_id, id, keys, records.map(({ row }) => row)],
  );
  const rows = await tx.many<RecordRow>(
    `select key, "row" from import_records
    where store_id = $1 and import_id = $2 and key = any($3::text[])`,
    [store_id, id, keys],
  );
  return new Map(rows.map(({ key, row }) => [key, row]));
}

/** Delete the stored record keys of an import that has ended. */
export async function deleteRecords(
  tx: Queryable,
  importKey: { store_id: number; id: number },
): Promise<void> {
  await tx.query("delete from import_records where store_id = $1 and import_id = $2", [
    importKey.store_id,
    importKey.id,
  ]);
}
