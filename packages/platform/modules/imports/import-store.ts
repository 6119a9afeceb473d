import { type AnswerOf, type ImportableResource, type operations, refuse } from "@souk/contract";
import { laterThan, type Queryable } from "@souk/database";
import type { WorkOwner } from "../../jobs/index.ts";
import { printable } from "../../printable.ts";
import type { Actor } from "../../routing/actor.ts";
import type { RowError } from "./rows/row-error.ts";

type Import = AnswerOf<typeof operations.getImport>["import"];

export type ImportStatus = Import["status"];

/** What was found, or done, with the records of a file so far. */
export type ImportCounts = NonNullable<Import["check"]>;

export const noCounts: ImportCounts = {
  records: 0,
  created: 0,
  updated: 0,
  unchanged: 0,
  failed: 0,
  errors: 0,
};

/** An owner, with what they may write. */
export interface ImportReader extends WorkOwner {
  resources: ImportableResource[];
}

/** The imports `r` that a reader sees, as a condition on $1 to $3. */
export const isSeen = `r.store_id = $1 and r.installation_id is not distinct from $2 and r.resource = any($3)`;

/** The values of it. */
export function seenBy({ store_id, installation_id, resources }: ImportReader): unknown[] {
  return [store_id, installation_id, resources];
}

export interface NewImport extends WorkOwner {
  resource: ImportableResource;
  filename: string;
  size: number;
  path: string;
  actor: Actor;
  request_id: string;
  /** Whether custom fields of customers may be written. */
  attributes: boolean;
  expires_at: Date;
}

/** What a run of an import works by. */
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
  attributes: boolean;
  expires_at: Date;
}

const columns = `id, installation_id, resource, status, size, path, row_count, delimiter, ignored_columns, "check", result, actor_kind,
  actor_id, request_id, attributes, expires_at`;

const counts = ["records", "created", "updated", "unchanged", "failed", "errors"];

/** Counts as JSON in the order of the contract, which jsonb does not keep; null where there are none. */
function countsJson(column: string): string {
  const typed = counts.map((name) => `${name} bigint`).join(", ");
  return `(select row_to_json(c) from jsonb_to_record(${column}) as c (${typed}) where ${column} is not null)`;
}

/** The JSON text of an import `r`, as SQL. `zone` is the placeholder of the store's time zone. */
export function importJson(zone: string): string {
  return `row_to_json((select x from (select r.id, r.resource, r.filename, r.size, r.status, r.progress, r.row_count,
    r.delimiter, r.ignored_columns, ${countsJson('r."check"')} as "check", ${countsJson("r.result")} as result, r.error, souk_time(r.expires_at, ${zone}) as expires_at,
    souk_time(r.created_at, ${zone}) as created_at, souk_time(r.updated_at, ${zone}) as updated_at) x))::text`;
}

/** @returns its id */
export async function insertImport(tx: Queryable, made: NewImport): Promise<number> {
  const { store_id, installation_id, resource, filename, size, path, actor, attributes, expires_at } = made;
  const text = `
    insert into imports (store_id, installation_id, resource, filename, size, path, actor_kind, actor_id, request_id,
      attributes, expires_at)
    values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11) returning id`;
  const by = [actor.kind, actor.id, made.request_id];
  const values = [store_id, installation_id, resource, filename, size, path, ...by, attributes, expires_at];
  return (await tx.query<{ id: number }>(text, values)).rows[0]?.id ?? 0;
}

/** How many imports of an owner are being checked or written. */
export async function countUnderWay(
  run: Queryable,
  { store_id, installation_id }: WorkOwner,
): Promise<number> {
  const text = `select count(*) as n from imports
    where store_id = $1 and installation_id is not distinct from $2 and status in ('checking', 'running')`;
  return (await run.query<{ n: number }>(text, [store_id, installation_id])).rows[0]?.n ?? 0;
}

/** One import that a reader sees, locked. @throws Refusal not_found */
export async function lockImport(tx: Queryable, reader: ImportReader, id: number): Promise<ImportRow> {
  const text = `select ${columns} from imports r where ${isSeen} and r.id = $4 for no key update`;
  const { rows } = await tx.query<ImportRow>(text, [...seenBy(reader), id]);
  return rows[0] ?? refuse("not_found");
}

/** An import as its run finds it. */
export async function selectImport(run: Queryable, storeId: number, id: number): Promise<ImportRow | null> {
  const text = `select ${columns} from imports where store_id = $1 and id = $2`;
  return (await run.query<ImportRow>(text, [storeId, id])).rows[0] ?? null;
}

/** What changes of an import; what is not given stays. */
export interface ImportChange {
  status?: ImportStatus;
  progress?: number;
  row_count?: number;
  delimiter?: string;
  ignored_columns?: readonly string[];
  check?: ImportCounts;
  result?: ImportCounts | null;
  attributes?: boolean;
  error?: string;
}

const documents: readonly string[] = ["check", "result"];

/** Changes what an import shows. */
export async function updateImport(
  tx: Queryable,
  { store_id, id }: { store_id: number; id: number },
  change: ImportChange,
): Promise<void> {
  const entries = Object.entries(change);
  const settings = entries.map(([name], at) => `"${name}" = $${at + 3}`);
  const values = entries.map(([name, value]) =>
    documents.includes(name) && value !== null ? JSON.stringify(value) : value,
  );
  const text = `update imports r set ${settings.join(", ")}, updated_at = ${laterThan("r.updated_at")}
    where store_id = $1 and id = $2`;
  await tx.query(text, [store_id, id, ...values]);
}

/** Keeps errors of rows, in their order. */
export async function insertErrors(
  tx: Queryable,
  { store_id, id }: { store_id: number; id: number },
  errors: readonly RowError[],
): Promise<void> {
  if (errors.length === 0) return;
  const text = `
    insert into import_errors (store_id, import_id, "row", "column", handle, message)
    select $1, $2, e."row", e."column", e.handle, e.message
    from jsonb_to_recordset($3::jsonb) as e ("row" bigint, "column" text, handle text, message text)`;
  const storable = (_key: string, value: unknown) => (typeof value === "string" ? printable(value) : value);
  await tx.query(text, [store_id, id, JSON.stringify(errors, storable)]);
}

/** How many errors of an import are kept. */
export async function countKeptErrors(
  tx: Queryable,
  { store_id, id }: { store_id: number; id: number },
): Promise<number> {
  const text = "select count(*) as n from import_errors where store_id = $1 and import_id = $2";
  return (await tx.query<{ n: number }>(text, [store_id, id])).rows[0]?.n ?? 0;
}

/** Forgets the errors of an import: those of its check, when its products are written. */
export async function deleteErrors(tx: Queryable, of: { store_id: number; id: number }): Promise<void> {
  await tx.query("delete from import_errors where store_id = $1 and import_id = $2", [of.store_id, of.id]);
}

/** A record of the file, by where it stands first. */
export interface MetRecord {
  /** What it is known by. */
  key: string;
  row: number;
}

/**
 * Notes the records of a file as they are met.
 * @returns the row in which each stands first, which is another one when it was met before
 */
export async function noteRecords(
  tx: Queryable,
  { store_id, id }: { store_id: number; id: number },
  records: readonly MetRecord[],
): Promise<ReadonlyMap<string, number>> {
  const keys = records.map(({ key }) => key);
  await tx.query(
    `insert into import_records (store_id, import_id, key, "row")
    select $1, $2, key, min("row") from unnest($3::text[], $4::bigint[]) as met (key, "row")
    group by key order by key
    on conflict (store_id, import_id, key) do nothing`,
    [store_id, id, keys, records.map(({ row }) => row)],
  );
  const { rows } = await tx.query<MetRecord>(
    `select key, "row" from import_records
    where store_id = $1 and import_id = $2 and key = any($3::text[])`,
    [store_id, id, keys],
  );
  return new Map(rows.map(({ key, row }) => [key, row]));
}

/** Forgets them: the import is over. */
export async function forgetRecords(tx: Queryable, of: { store_id: number; id: number }): Promise<void> {
  await tx.query("delete from import_records where store_id = $1 and import_id = $2", [of.store_id, of.id]);
}
