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
  countStoredErrors,
  type ImportCounts,
  type ImportRow,
  insertErrors,
  saveFirstRows,
  updateImport,
} from "./import-store.ts";
import type { ImportsDeps } from "./imports-deps.ts";
import { createRowError, type RowError } from "./rows/row-error.ts";
import type { RowGroup } from "./rows/row-groups.ts";

/** The maximum number of stored errors of one import. Errors beyond this number are counted but not stored. */
const maxErrors = 10_000;
/** Warnings are stored only while the import has fewer errors and warnings than this, so that warnings cannot displace errors. */
const maxCountWithWarnings = 1_000;

/** A batch of records to check or write. */
export interface ImportBatch {
  store: Store;
  sheet: ImportSheet;
  importRow: ImportRow;
  groups: readonly RowGroup[];
  /** The counts of the earlier batches. */
  counts: ImportCounts;
  /** The progress of the import after this batch, in percent. */
  progress: number;
  installationHasScope: ImportsDeps["installationHasScope"];
}

/**
 * Check a batch of records or write them. Records, errors, counts and progress are stored in one transaction, so that a run that
 * continues after an interruption neither loses nor repeats a record.
 * @returns the counts of the import so far
 */
export async function processBatch(
  database: Database,
  jobRun: JobRun,
  batch: ImportBatch,
): Promise<ImportCounts> {
  const { sheet, groups, importRow } = batch;
  if (importRow.status !== "running")
    return jobRun.step((tx) => processInTransaction(tx, batch, { preparedRecords: null }));
  const preparedRecords = await sheet.prepare(database, { groups, signal: jobRun.signal });
  if (jobRun.signal.aborted) throw new JobInterrupted();
  return writeBatch(jobRun, batch, preparedRecords);
}

/** Write a batch of records in one step. If the step fails because of a record, write each record in a separate step. */
async function writeBatch(
  jobRun: JobRun,
  batch: ImportBatch,
  preparedRecords: PreparedRecords,
): Promise<ImportCounts> {
  try {
    return await jobRun.step((tx) => processInTransaction(tx, batch, { preparedRecords }));
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const { groups } = batch;
    if (groups.length === 1)
      return jobRun.step((tx) => processInTransaction(tx, batch, { preparedRecords, error }));
    // A record cannot be written although its plan has no errors. Writing each record separately shows which one.
    let { counts } = batch;
    for (const group of groups)
      counts = await writeBatch(jobRun, { ...batch, groups: [group], counts }, preparedRecords);
    return counts;
  }
}

interface BatchAttempt {
  /** The records to write; null if the file is only checked. */
  preparedRecords: PreparedRecords | null;
  /** Why an earlier attempt to write the only record of the batch failed. */
  error?: ApiError;
}

/** Check or write a batch of records, and store its errors, counts and progress. @returns the counts of the import so far */
async function processInTransaction(
  tx: Transaction,
  batch: ImportBatch,
  { preparedRecords, error }: BatchAttempt,
): Promise<ImportCounts> {
  const { store, sheet, importRow, groups, progress } = batch;
  const importKey = { store_id: store.id, id: importRow.id };
  const uniqueRecords = await rejectRepeatedRecords(tx, batch, await sheet.plan(tx, groups));
  const plannedRecords = error ? uniqueRecords.map((record) => rejectRecord(record, error)) : uniqueRecords;
  if (preparedRecords) {
    await actFor(tx, buildCause(importRow));
    await assertHasScopes(tx, batch);
  }
  const writeErrors = preparedRecords
    ? await preparedRecords.write(tx, { plans: getPlans(plannedRecords), cause: buildCause(importRow) })
    : [];
  const errors = [...plannedRecords.flatMap((record) => record.errors), ...writeErrors];
  const counts = addToCounts(batch.counts, plannedRecords, errors);
  await storeErrors(tx, importKey, { previousCount: batch.counts.errors, errors });
  // Row 1 is the heading.
  const row_count = (groups.at(-1)?.lastRow ?? 1) - 1;
  await updateImport(tx, importKey, {
    progress,
    row_count,
    ...(preparedRecords ? { result: counts } : { check: counts }),
  });
  return counts;
}

/** Insert the errors and warnings of a batch, up to the maximum numbers. */
async function storeErrors(
  tx: Transaction,
  importKey: { store_id: number; id: number },
  { previousCount, errors }: { previousCount: number; errors: readonly RowError[] },
): Promise<void> {
  const canStoreWarnings = previousCount < maxCountWithWarnings;
  const newErrors = canStoreWarnings ? errors : errors.filter(({ isWarning }) => !isWarning);
  if (newErrors.length === 0) return;
  // Below the limit for warnings, every counted error and warning was also stored, so no query is needed to count the stored errors.
  const storedCount = canStoreWarnings ? previousCount : await countStoredErrors(tx, importKey);
  const sortedErrors = newErrors.toSorted((a, b) => a.row - b.row);
  await insertErrors(tx, importKey, sortedErrors.slice(0, Math.max(0, maxErrors - storedCount)));
}

/** Check that the app still has the required scopes. @throws FileProblem */
async function assertHasScopes(
  tx: Transaction,
  { store, sheet, importRow, installationHasScope }: ImportBatch,
): Promise<void> {
  const { installation_id, resource } = importRow;
  if (installation_id === null) return;
  const installation = { store_id: store.id, installation_id };
  for (const scope of sheet.scopes) {
    if (await installationHasScope(tx, installation, scope)) continue;
    const records = scope === "write_customer_attributes" ? "custom fields" : resource;
    throw new FileProblem(
      `The app no longer has permission to write ${records}. Records written so far are kept. Upload the file again once the app has permission.`,
    );
  }
}

function buildCause({ actor_kind, actor_id, request_id }: ImportRow) {
  return { actor: { kind: actor_kind, id: actor_id, scopes: new Set<string>() }, request_id };
}

/**
 * Return a record without its plan, with the fields of an API error as its errors. A record that already has no plan is returned
 * unchanged.
 */
function rejectRecord({ group, plan, errors }: PlannedRecord, { message, fields }: ApiError): PlannedRecord {
  if (plan === null) return { group, plan, errors };
  const row = group.rows[0]?.rowNumber ?? 0;
  const problems: FieldProblem[] = fields.length > 0 ? fields : [fieldProblem("not_allowed", {}, message)];
  return {
    group,
    plan: null,
    errors: problems.map((problem) => createRowError({ row, handle: group.key }, null, problem)),
  };
}

/** Reject records that already occurred in earlier rows of the file. */
async function rejectRepeatedRecords(
  tx: Transaction,
  { store, sheet, importRow: { id } }: ImportBatch,
  plannedRecords: PlannedRecord[],
): Promise<PlannedRecord[]> {
  const validRecords = plannedRecords.filter(({ plan }) => plan !== null);
  const rows = validRecords.flatMap((record) =>
    getKeys(record).map((key) => ({ key, row: getFirstRow(record) })),
  );
  const firstRows = await saveFirstRows(tx, { store_id: store.id, id }, rows);
  return plannedRecords.map((record) => {
    const { key } = record.group;
    const row = getFirstRow(record);
    const firstRow = Math.min(row, ...getKeys(record).map((recordKey) => firstRows.get(recordKey) ?? row));
    if (record.plan === null || firstRow === row) return record;
    const problem = fieldProblem(
      "not_unique",
      { duplicate_of: `row ${firstRow}` },
      `{field} identifies the same ${sheet.noun} as row ${firstRow}. The rows of a ${sheet.noun} must be consecutive.`,
    );
    return {
      ...record,
      plan: null,
      errors: [createRowError({ row, handle: key }, sheet.keyColumn, problem)],
    };
  });
}

function getKeys({ group, recordKey }: PlannedRecord): string[] {
  return recordKey === undefined ? [group.key] : [group.key, recordKey];
}

function getFirstRow({ group }: PlannedRecord): number {
  return group.rows[0]?.rowNumber ?? 0;
}

/** Add the counts of a batch to the counts of the earlier batches. */
function addToCounts(
  counts: ImportCounts,
  plannedRecords: readonly PlannedRecord[],
  errors: readonly RowError[],
): ImportCounts {
  const countKind = (kind: RecordPlan["kind"]) =>
    plannedRecords.filter(({ plan }) => plan?.kind === kind).length;
  return {
    records: counts.records + plannedRecords.length,
    created: counts.created + countKind("create"),
    updated: counts.updated + countKind("update"),
    unchanged: counts.unchanged + countKind("unchanged"),
    failed: counts.failed + plannedRecords.filter(({ plan }) => plan === null).length,
    errors: counts.errors + errors.length,
  };
}
