import type { Readable } from "node:stream";
import { isDeepStrictEqual } from "node:util";
import { analyzeGrownTables, type Database, type Transaction } from "@souk/database";
import type { Store } from "../../infrastructure/routing/call.ts";
import { scheduleFileRemovals } from "../../infrastructure/storage/index.ts";
import { JobInterrupted, type JobRun, type LongTask } from "../../runtime/jobs/index.ts";
import { addNulCheck } from "./add-nul-check.ts";
import { countBytes } from "./csv/count-bytes.ts";
import { FileProblem } from "./csv/file-problem.ts";
import { readCsv } from "./csv/read-csv.ts";
import {
  deleteRecords,
  type ImportCounts,
  type ImportRow,
  selectImport,
  updateImport,
  zeroCounts,
} from "./import-store.ts";
import { type ImportsDeps, importTask } from "./imports-deps.ts";
import { processBatch } from "./process-batch.ts";
import { readBatches } from "./rows/row-groups.ts";

/**
 * Create the task that checks a file and, once the import is confirmed, writes its records. The task processes the file in batches,
 * each in its own transaction.
 */
export function createImportTask(deps: ImportsDeps): LongTask {
  const { database } = deps;
  return {
    name: importTask,
    resumes: true,
    async run(jobRun) {
      const { store_id, record_id } = jobRun.job;
      const importRow = await selectImport(database, store_id, record_id);
      const store = await deps.findStore(database, store_id);
      const isUnfinished = importRow?.status === "checking" || importRow?.status === "running";
      if (importRow === null || store === null || !isUnfinished) return jobRun.finish(async () => undefined);
      try {
        await processFile(database, jobRun, { importRow, store, deps });
      } catch (error) {
        if (!(error instanceof FileProblem)) throw error;
        await jobRun.finish((tx) => failImport(tx, store.id, { importRow, error: error.message }));
      }
    },
    recordFailure: async (tx, { store_id, record_id }) => {
      const importRow = await selectImport(tx, store_id, record_id);
      const error = "Something went wrong on our side. Upload the file again.";
      if (importRow !== null) await failImport(tx, store_id, { importRow, error });
    },
  };
}

/** Mark an import as failed with this error, and delete its file and its record keys. */
async function failImport(
  tx: Transaction,
  store_id: number,
  { importRow, error }: { importRow: ImportRow; error: string },
): Promise<void> {
  const importKey = { store_id, id: importRow.id };
  await updateImport(tx, importKey, { status: "failed", error });
  await deleteRecords(tx, importKey);
  await scheduleFileRemovals(tx, store_id, { paths: [importRow.path] });
}

interface ImportRun {
  importRow: ImportRow;
  store: Store;
  deps: ImportsDeps;
}

async function processFile(database: Database, jobRun: JobRun, run: ImportRun): Promise<void> {
  const file = await run.deps.storage.read(run.importRow.path);
  if (file === null) throw new FileProblem("The file no longer exists. Upload it again.");
  try {
    await processRows(database, jobRun, { ...run, stream: file.stream });
  } finally {
    // The import may have failed before its first row was read, so the file may still be open.
    file.stream.destroy();
  }
}

/** Process the rows that follow the last row of the previous run. */
async function processRows(
  database: Database,
  jobRun: JobRun,
  { importRow, store, deps, stream }: ImportRun & { stream: Readable },
): Promise<void> {
  const { bytes, getByteCount } = countBytes(stream);
  const csv = await readCsv(bytes);
  const { heading } = csv;
  const openedSheet = await deps.sheetOpeners[importRow.resource](database, {
    store,
    heading,
    canWriteAttributes: importRow.attributes,
  });
  const sheet = addNulCheck(openedSheet, heading);
  const importKey = { store_id: store.id, id: importRow.id };
  const fileFormat = { delimiter: csv.delimiter, ignored_columns: sheet.ignoredColumns };
  // Store the format only if it is new, because each step counts as progress. A job that fails in every run is stopped only if its
  // runs make no progress.
  const { delimiter, ignored_columns } = importRow;
  if (!isDeepStrictEqual(fileFormat, { delimiter, ignored_columns }))
    await jobRun.step((tx) => updateImport(tx, importKey, fileFormat));
  const { installationHasScope } = deps;
  let counts = (importRow.status === "checking" ? importRow.check : importRow.result) ?? zeroCounts;
  let batchCount = 0;
  // Add 1 because row numbers count the heading and `row_count` does not.
  for await (const groups of readBatches(sheet, csv.rows, importRow.row_count + 1)) {
    if (jobRun.signal.aborted) throw new JobInterrupted();
    const progress = Math.min(99, Math.floor((100 * getByteCount()) / Math.max(1, importRow.size)));
    counts = await processBatch(database, jobRun, {
      store,
      sheet,
      importRow,
      groups,
      counts,
      progress,
      installationHasScope,
    });
    batchCount += 1;
    // Analyze the tables after 1, 2, 4, 8 … batches, because in a new database PostgreSQL still plans queries for empty tables.
    if (importRow.status === "running" && Number.isInteger(Math.log2(batchCount)))
      await analyzeGrownTables(database);
  }
  await jobRun.finish((tx) => completeImport(tx, store, { importRow, counts }));
}

/** Mark an import as checked or, after its records were written, as done. The file of a done import is deleted. */
async function completeImport(
  tx: Transaction,
  { id: store_id }: Store,
  { importRow, counts }: { importRow: ImportRow; counts: ImportCounts },
): Promise<void> {
  const importKey = { store_id, id: importRow.id };
  if (importRow.status === "checking")
    return updateImport(tx, importKey, { status: "checked", progress: 100, check: counts });
  await updateImport(tx, importKey, { status: "done", progress: 100, result: counts });
  await deleteRecords(tx, importKey);
  await scheduleFileRemovals(tx, store_id, { paths: [importRow.path] });
}
