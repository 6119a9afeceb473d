import type { Readable } from "node:stream";
import { isDeepStrictEqual } from "node:util";
import { analyzeGrownTables, type Database, type Transaction } from "@souk/database";
import type { Store } from "../../infrastructure/routing/call.ts";
import { scheduleFileRemovals } from "../../infrastructure/storage/index.ts";
import { JobInterrupted, type JobRun, type LongTask } from "../../runtime/jobs/index.ts";
import { countBytes } from "./csv/count-bytes.ts";
import { FileProblem } from "./csv/file-problem.ts";
import { readCsv } from "./csv/read-csv.ts";
import {
  deleteRecords,
  type ImportCounts,
  type ImportRow,
  noCounts,
  selectImport,
  updateImport,
} from "./import-store.ts";
import { type ImportsDeps, importTask } from "./imports-deps.ts";
import { processBatch } from "./process-batch.ts";
import { rejectNul } from "./reject-nul.ts";
import { readBatches } from "./rows/row-groups.ts";

/**
 * Create the task that checks a file and, once the import is confirmed, writes its records. It processes the file in batches, each
 * in its own transaction.
 */
export function createImportTask(deps: ImportsDeps): LongTask {
  const { database } = deps;
  return {
    name: importTask,
    resumes: true,
    async run(jobRun) {
      const { store_id, record_id } = jobRun.job;
      const row = await selectImport(database, store_id, record_id);
      const store = await deps.findStore(database, store_id);
      if (row === null || store === null || (row.status !== "checking" && row.status !== "running"))
        return jobRun.finish(async () => undefined);
      try {
        await processFile(database, jobRun, { row, store, deps });
      } catch (error) {
        if (!(error instanceof FileProblem)) throw error;
        await jobRun.finish((tx) => failImport(tx, store.id, { row, error: error.message }));
      }
    },
    recordFailure: async (tx, { store_id, record_id }) => {
      const row = await selectImport(tx, store_id, record_id);
      const error = "Something went wrong on our side. Upload the file again.";
      if (row !== null) await failImport(tx, store_id, { row, error });
    },
  };
}

async function failImport(
  tx: Transaction,
  store_id: number,
  { row, error }: { row: ImportRow; error: string },
): Promise<void> {
  const importKey = { store_id, id: row.id };
  await updateImport(tx, importKey, { status: "failed", error });
  await deleteRecords(tx, importKey);
  await scheduleFileRemovals(tx, store_id, { paths: [row.path] });
}

interface ImportRun {
  row: ImportRow;
  store: Store;
  deps: ImportsDeps;
}

async function processFile(database: Database, jobRun: JobRun, run: ImportRun): Promise<void> {
  const file = await run.deps.storage.read(run.row.path);
  if (file === null) throw new FileProblem("The file no longer exists. Upload it again.");
  try {
    await processRows(database, jobRun, { ...run, stream: file.stream });
  } finally {
    // The import may have failed before its first row was read, so the file may still be open.
    file.stream.destroy();
  }
}

/** Process the rows after the last row of the previous run. */
async function processRows(
  database: Database,
  jobRun: JobRun,
  { row, store, deps, stream }: ImportRun & { stream: Readable },
): Promise<void> {
  const { bytes, getByteCount } = countBytes(stream);
  const csv = await readCsv(bytes);
  const { heading } = csv;
  const openedSheet = await deps.sheets[row.resource](database, {
    store,
    heading,
    canWriteAttributes: row.attributes,
  });
  const sheet = rejectNul(openedSheet, heading);
  const importKey = { store_id: store.id, id: row.id };
  const fileFormat = { delimiter: csv.delimiter, ignored_columns: sheet.ignored };
  // Stored only once, because a step counts as progress, and a job without progress is given up after some runs.
  if (!isDeepStrictEqual(fileFormat, { delimiter: row.delimiter, ignored_columns: row.ignored_columns }))
    await jobRun.step((tx) => updateImport(tx, importKey, fileFormat));
  const { installationHasScope } = deps;
  let counts = (row.status === "checking" ? row.check : row.result) ?? noCounts;
  let batchCount = 0;
  // Row numbers include the heading.
  for await (const groups of readBatches(sheet, csv.rows, row.row_count + 1)) {
    if (jobRun.signal.aborted) throw new JobInterrupted();
    const progress = Math.min(99, Math.floor((100 * getByteCount()) / Math.max(1, row.size)));
    counts = await processBatch(database, jobRun, {
      store,
      sheet,
      row,
      groups,
      counts,
      progress,
      installationHasScope,
    });
    batchCount += 1;
    // Analyzes after 1, 2, 4, 8 … batches, because the query plans of a new store are those of empty tables.
    if (row.status === "running" && Number.isInteger(Math.log2(batchCount)))
      await analyzeGrownTables(database);
  }
  await jobRun.finish((tx) => completeImport(tx, store, { row, counts }));
}

async function completeImport(
  tx: Transaction,
  { id: store_id }: Store,
  { row, counts }: { row: ImportRow; counts: ImportCounts },
): Promise<void> {
  const importKey = { store_id, id: row.id };
  if (row.status === "checking")
    return updateImport(tx, importKey, { status: "checked", progress: 100, check: counts });
  await updateImport(tx, importKey, { status: "done", progress: 100, result: counts });
  await deleteRecords(tx, importKey);
  await scheduleFileRemovals(tx, store_id, { paths: [row.path] });
}
