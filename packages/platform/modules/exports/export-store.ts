import type { ExportedResource } from "@souk/contract";
import { monotonicUpdatedAt, type Queryable } from "@souk/database";
import type { WorkOwner } from "../../runtime/jobs/index.ts";

/** An export to insert. */
export interface NewExport extends WorkOwner {
  resource: ExportedResource;
  format: "jsonl" | "csv";
  filters: Record<string, string>;
  /** Whether the export contains custom fields of customers. */
  attributes: boolean;
  expires_at: Date;
}

/** The columns of an export that its job needs. */
export interface ExportRow {
  id: number;
  resource: ExportedResource;
  format: "jsonl" | "csv";
  filters: Record<string, string>;
  /** Whether the export contains custom fields of customers. */
  attributes: boolean;
}

/** The SQL placeholders that an export's JSON depends on. */
export interface ExportPlaceholders {
  /** The placeholder of the store's time zone. */
  zone: string;
  /** The placeholder of the current time, because the URL of a file that has expired is null. */
  now: string;
}

/**
 * Build the SQL for the JSON text of an export `r`. Its `url` is the file's path, which `linkExport` and `linkExports` replace
 * with a link.
 */
export function buildExportJson({ zone, now }: ExportPlaceholders): string {
  return `row_to_json((select x from (select r.id, r.resource, r.format, r.filters, r.status, r.progress, r.row_count,
    r.size, case when r.status = 'done' and r.expires_at > ${now}::timestamptz then r.path end as url,
    r.error, souk_time(r.expires_at, ${zone}) as expires_at, souk_time(r.created_at, ${zone}) as created_at,
    souk_time(r.updated_at, ${zone}) as updated_at) x))::text`;
}

/** Insert an export. @returns its id */
export async function insertExport(tx: Queryable, newExport: NewExport): Promise<number> {
  const { store_id, installation_id, resource, format, filters, attributes, expires_at } = newExport;
  const text = `
    insert into exports (store_id, installation_id, resource, format, filters, attributes, expires_at)
    values ($1, $2, $3, $4, $5, $6, $7) returning id`;
  const content = [resource, format, JSON.stringify(filters), attributes];
  const values = [store_id, installation_id, ...content, expires_at];
  const row = await tx.maybeOne<{ id: number }>(text, values);
  return row?.id ?? 0;
}

/** Count the unfinished exports of an owner. */
export async function countUnfinished(db: Queryable, owner: WorkOwner): Promise<number> {
  const text = `select count(*) as n from exports
    where store_id = $1 and installation_id is not distinct from $2 and status in ('queued', 'running')`;
  const row = await db.one<{ n: number }>(text, [owner.store_id, owner.installation_id]);
  return row.n;
}

/** Mark an export as running, and reset its progress. @returns null if the export has already ended or was deleted */
export async function startExport(tx: Queryable, storeId: number, id: number): Promise<ExportRow | null> {
  const text = `
    update exports r set status = 'running', progress = 0, row_count = 0, updated_at = ${monotonicUpdatedAt("r.updated_at")}
    where store_id = $1 and id = $2 and status in ('queued', 'running')
    returning id, resource, format, filters, attributes`;
  return (await tx.maybeOne<ExportRow>(text, [storeId, id])) ?? null;
}

/** Update the progress of an export. */
export async function updateProgress(
  tx: Queryable,
  storeId: number,
  { id, progress, row_count }: { id: number; progress: number; row_count: number },
): Promise<void> {
  const text = `update exports r set progress = $3, row_count = $4, updated_at = ${monotonicUpdatedAt("r.updated_at")}
    where store_id = $1 and id = $2`;
  await tx.query(text, [storeId, id, progress, row_count]);
}

/** Mark an export as done, with its complete file. */
export async function completeExport(
  tx: Queryable,
  storeId: number,
  result: { id: number; path: string; row_count: number; size: number; expires_at: Date },
): Promise<void> {
  const text = `
    update exports r set status = 'done', progress = 100, row_count = $3, size = $4, expires_at = $5, path = $6,
      updated_at = ${monotonicUpdatedAt("r.updated_at")}
    where store_id = $1 and id = $2`;
  await tx.query(text, [storeId, result.id, result.row_count, result.size, result.expires_at, result.path]);
}

/** Mark an export as failed. */
export async function failExport(
  tx: Queryable,
  storeId: number,
  { id, error }: { id: number; error: string },
): Promise<void> {
  const text = `update exports r set status = 'failed', error = $3, updated_at = ${monotonicUpdatedAt("r.updated_at")}
    where store_id = $1 and id = $2`;
  await tx.query(text, [storeId, id, error]);
}
