import type { Readable } from "node:stream";
import { isDeepStrictEqual } from "node:util";
import { analyzeGrown, type Database, type Transaction } from "@souk/database";
import type { Store } from "../../infrastructure/routing/call.ts";
import { releaseFiles } from "../../infrastructure/storage/index.ts";
import { JobInterrupted, type JobRun, type LongTask } from "../../runtime/jobs/index.ts";
import { FileProblem } from "./csv/file-problem.ts";
import { measured } from "./csv/measured.ts";
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
import { readPortions } from "./rows/row-groups.ts";
import { withoutNul } from "./without-nul.ts";
import { workPortion } from "./work-portion.ts";

/**
 * Create the job that checks a file and, once it is confirmed, writes its records: a portion at a time, each
 * in one transaction.
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
        await passOver(database, jobRun, { row, store, deps });
      } catch (error) {
        if (!(error instanceof FileProblem)) throw error;
        await jobRun.finish((tx) => fail(tx, store.id, { row, error: error.message }));
      }
    },
    giveUp: async (tx, { store_id, record_id }) => {
      const row = await selectImport(tx, store_id, record_id);
      const error = "Something went wrong on our side. Upload the file again.";
      if (row !== null) await fail(tx, store_id, { row, error });
    },
  };
}

async function fail(
  tx: Transaction,
  store_id: number,
  { row, error }: { row: ImportRow; error: string },
): Promise<void> {
  const of = { store_id, id: row.id };
  await updateImport(tx, of, { status: "failed", error });
  await deleteRecords(tx, of);
  await releaseFiles(tx, store_id, { paths: [row.path] });
}

interface Pass {
  row: ImportRow;
  store: Store;
  deps: ImportsDeps;
}

async function passOver(database: Database, jobRun: JobRun, pass: Pass): Promise<void> {
  const file = await pass.deps.storage.read(pass.row.path);
  if (file === null) throw new FileProblem("The file no longer exists. Upload it again.");
  try {
    await passOverRows(database, jobRun, { ...pass, stream: file.stream });
  } finally {
    // It may have been given up before its first row was read.
    file.stream.destroy();
  }
}

/** Process the rows from where the last run ended. */
async function passOverRows(
  database: Database,
  jobRun: JobRun,
  { row, store, deps, stream }: Pass & { stream: Readable },
): Promise<void> {
  const { bytes, read } = measured(stream);
  const csv = await readCsv(bytes);
  const { heading } = csv;
  const opened = await deps.sheets[row.resource](database, { store, heading, attributes: row.attributes });
  const sheet = withoutNul(opened, heading);
  const of = { store_id: store.id, id: row.id };
  const noted = { delimiter: csv.delimiter, ignored_columns: sheet.ignored };
  // Noted once: a step counts as progress, and what breaks at the same place in every run is to be given up.
  if (!isDeepStrictEqual(noted, { delimiter: row.delimiter, ignored_columns: row.ignored_columns }))
    await jobRun.step((tx) => updateImport(tx, of, noted));
  const { installationHasScope: appMay } = deps;
  let counts = (row.status === "checking" ? row.check : row.result) ?? noCounts;
  let portions = 0;
  // Rows are numbered with the heading.
  for await (const groups of readPortions(sheet, csv.rows, row.row_count + 1)) {
    if (jobRun.signal.aborted) throw new JobInterrupted();
    const progress = Math.min(99, Math.floor((100 * read()) / Math.max(1, row.size)));
    counts = await workPortion(database, jobRun, {
      store,
      sheet,
      row,
      groups,
      counts,
      progress,
      installationHasScope: appMay,
    });
    portions += 1;
    // Each time twice as many: a new store's tables grow from nothing, and its plans must not stay those of empty tables.
    if (row.status === "running" && Number.isInteger(Math.log2(portions))) await analyzeGrown(database);
  }
  await jobRun.finish((tx) => complete(tx, store, { row, counts }));
}

async function complete(
  tx: Transaction,
  { id: store_id }: Store,
  { row, counts }: { row: ImportRow; counts: ImportCounts },
): Promise<void> {
  const of = { store_id, id: row.id };
  if (row.status === "checking")
    return updateImport(tx, of, { status: "checked", progress: 100, check: counts });
  await updateImport(tx, of, { status: "done", progress: 100, result: counts });
  await deleteRecords(tx, of);
  await releaseFiles(tx, store_id, { paths: [row.path] });
}
