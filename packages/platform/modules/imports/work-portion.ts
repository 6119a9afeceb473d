import { ApiError, type FieldProblem, fieldProblem } from "@souk/contract";
import type { Database, Transaction } from "@souk/database";
import { actFor } from "../../infrastructure/acting-as.ts";
import type { Store } from "../../infrastructure/routing/call.ts";
import { JobInterrupted, type JobRun } from "../../runtime/jobs/index.ts";
import { FileProblem } from "./csv/file-problem.ts";
import {
  getPlans,
  type ImportSheet,
  type PlannedRecord,
  type PreparedRecords,
  type RecordPlan,
} from "./import-sheet.ts";
import {
  countKeptErrors,
  type ImportCounts,
  type ImportRow,
  insertErrors,
  noteRecords,
  updateImport,
} from "./import-store.ts";
import type { ImportsDeps } from "./imports-deps.ts";
import { createRowError, type RowError } from "./rows/row-error.ts";
import type { RowGroup } from "./rows/row-groups.ts";

/** The maximum number of stored errors of one import; all are counted. */
const maxErrors = 10_000;
/**
 * Notes are stored only among this many first entries, so that there is always room for errors that keep a
 * record out.
 */
const maxWithNotes = 1_000;

export interface PortionWork {
  store: Store;
  sheet: ImportSheet;
  row: ImportRow;
  groups: readonly RowGroup[];
  /** The counts of the portions before it. */
  counts: ImportCounts;
  /** The progress of the import once it is done, in percent. */
  progress: number;
  installationHasScope: ImportsDeps["installationHasScope"];
}

/**
 * Check a portion of a file, or write its records, together with its errors, counts and progress: all of it
 * or nothing, so that an interrupted run leaves nothing half or twice.
 * @returns the counts of the import
 */
export async function workPortion(
  database: Database,
  jobRun: JobRun,
  work: PortionWork,
): Promise<ImportCounts> {
  const { sheet, groups, row } = work;
  if (row.status !== "running") return jobRun.step((tx) => workIn(tx, work, { prepared: null }));
  const prepared = await sheet.prepare(database, { groups, signal: jobRun.signal });
  if (jobRun.signal.aborted) throw new JobInterrupted();
  return writeWith(jobRun, work, prepared);
}

async function writeWith(
  jobRun: JobRun,
  work: PortionWork,
  prepared: PreparedRecords,
): Promise<ImportCounts> {
  try {
    return await jobRun.step((tx) => workIn(tx, work, { prepared }));
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const { groups } = work;
    if (groups.length === 1) return jobRun.step((tx) => workIn(tx, work, { prepared, error: error }));
    // One of them may not be written, though the plans found nothing: each by itself shows which.
    let { counts } = work;
    for (const group of groups)
      counts = await writeWith(jobRun, { ...work, groups: [group], counts }, prepared);
    return counts;
  }
}

interface Writing {
  /** Null while the file is only checked. */
  prepared: PreparedRecords | null;
  /** Why the only record of the portion was not written when it was tried. */
  error?: ApiError;
}

async function workIn(
  tx: Transaction,
  work: PortionWork,
  { prepared, error }: Writing,
): Promise<ImportCounts> {
  const { store, sheet, row, groups, progress } = work;
  const of = { store_id: store.id, id: row.id };
  const fitting = await withoutRepeats(tx, work, await sheet.plan(tx, groups));
  const planned = error ? fitting.map((record) => rejectRecord(record, error)) : fitting;
  if (prepared) {
    await actFor(tx, buildCause(row));
    await assertAllowed(tx, work);
  }
  const found = prepared
    ? await prepared.write(tx, { plans: getPlans(planned), cause: buildCause(row) })
    : [];
  const errors = [...planned.flatMap((record) => record.errors), ...found];
  const counts = countsAfter(work.counts, planned, errors);
  await keepErrors(tx, of, { counted: work.counts.errors, errors });
  const row_count = (groups.at(-1)?.last ?? 1) - 1;
  await updateImport(tx, of, { progress, row_count, ...(prepared ? { result: counts } : { check: counts }) });
  return counts;
}

async function keepErrors(
  tx: Transaction,
  importKey: { store_id: number; id: number },
  { counted, errors }: { counted: number; errors: readonly RowError[] },
): Promise<void> {
  const recorded = counted < maxWithNotes ? errors : errors.filter(({ isNote }) => !isNote);
  if (recorded.length === 0) return;
  const kept = counted < maxWithNotes ? counted : await countKeptErrors(tx, importKey);
  const inOrder = recorded.toSorted((a, b) => a.row - b.row);
  await insertErrors(tx, importKey, inOrder.slice(0, Math.max(0, maxErrors - kept)));
}

/** Assert that the importer still has its scopes, from the next portion on. */
async function assertAllowed(
  tx: Transaction,
  { store, sheet, row, installationHasScope }: PortionWork,
): Promise<void> {
  const { installation_id, resource } = row;
  if (installation_id === null) return;
  const installation = { store_id: store.id, installation_id };
  for (const scope of sheet.scopes) {
    if (await installationHasScope(tx, installation, scope)) continue;
    const what = scope === "write_customer_attributes" ? "custom fields" : resource;
    throw new FileProblem(
      `The app no longer has permission to write ${what}. Records written so far are kept. Upload the file again once it has permission.`,
    );
  }
}

function buildCause({ actor_kind, actor_id, request_id }: ImportRow) {
  return { actor: { kind: actor_kind, id: actor_id, scopes: new Set<string>() }, request_id };
}

function rejectRecord({ group, plan, errors }: PlannedRecord, { message, fields }: ApiError): PlannedRecord {
  if (plan === null) return { group, plan, errors };
  const row = group.rows[0]?.row ?? 0;
  const problems: FieldProblem[] = fields.length > 0 ? fields : [fieldProblem("not_allowed", {}, message)];
  return {
    group,
    plan: null,
    errors: problems.map((problem) => createRowError({ row, handle: group.key }, null, problem)),
  };
}

/** Report records that occurred further up in the file as errors, and return the others. */
async function withoutRepeats(
  tx: Transaction,
  { store, sheet, row: { id } }: PortionWork,
  planned: PlannedRecord[],
): Promise<PlannedRecord[]> {
  const known = planned.filter(({ plan }) => plan !== null);
  const met = known.flatMap((record) => getKeys(record).map((key) => ({ key, row: getFirstRow(record) })));
  const firstRows = await noteRecords(tx, { store_id: store.id, id }, met);
  return planned.map((record) => {
    const { key } = record.group;
    const row = getFirstRow(record);
    const first = Math.min(row, ...getKeys(record).map((one) => firstRows.get(one) ?? row));
    if (record.plan === null || first === row) return record;
    const problem = fieldProblem(
      "not_unique",
      { duplicate_of: `row ${first}` },
      `{field} repeats the ${sheet.noun} of row ${first}. Put the rows of one ${sheet.noun} below each other.`,
    );
    return {
      ...record,
      plan: null,
      errors: [createRowError({ row, handle: key }, sheet.keyColumn, problem)],
    };
  });
}

function getKeys({ group, same }: PlannedRecord): string[] {
  return same === undefined ? [group.key] : [group.key, same];
}

function getFirstRow({ group }: PlannedRecord): number {
  return group.rows[0]?.row ?? 0;
}

function countsAfter(
  counts: ImportCounts,
  planned: readonly PlannedRecord[],
  errors: readonly RowError[],
): ImportCounts {
  const of = (kind: RecordPlan["kind"]) => planned.filter(({ plan }) => plan?.kind === kind).length;
  return {
    records: counts.records + planned.length,
    created: counts.created + of("create"),
    updated: counts.updated + of("update"),
    unchanged: counts.unchanged + of("unchanged"),
    failed: counts.failed + planned.filter(({ plan }) => plan === null).length,
    errors: counts.errors + errors.length,
  };
}
