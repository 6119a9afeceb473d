import type { Readable } from "node:stream";
import { isDeepStrictEqual } from "node:util";
import { analyzeGrown, type Database, type Transaction } from "@souk/database";
import { JobInterrupted, type JobRun, type LongTask } from "../../jobs/index.ts";
import type { Store } from "../../routing/call.ts";
import { releaseFiles } from "../../storage/index.ts";
import { FileProblem } from "./csv/file-problem.ts";
import { measured } from "./csv/measured.ts";
import { readCsv } from "./csv/read-csv.ts";
import {
  forgetRecords,
  type ImportCounts,
  type ImportRow,
  noCounts,
  selectImport,
  updateImport,
} from "./import-store.ts";
import { type ImportsWiring, importTask } from "./imports-wiring.ts";
import { portionsOf } from "./rows/row-groups.ts";
import { withoutNul } from "./without-nul.ts";
import { workPortion } from "./work-portion.ts";

/** The job that checks a file, and once it is confirmed writes its records: a portion at a time, each in one transaction. */
export function createImportTask(database: Database, wiring: ImportsWiring): LongTask {
  return {
    name: importTask,
    resumes: true,
    async run(run) {
      const { store_id, record_id } = run.job;
      const row = await selectImport(database, store_id, record_id);
      const store = await wiring.storeOf(database, store_id);
      if (row === null || store === null || (row.status !== "checking" && row.status !== "running"))
        return run.finish(async () => undefined);
      try {
        await passOver(database, run, { row, store, wiring });
      } catch (error) {
        if (!(error instanceof FileProblem)) throw error;
        await run.finish((tx) => fail(tx, store.id, { row, error: error.message }));
      }
    },
    giveUp: async (tx, { store_id, record_id }) => {
      const row = await selectImport(tx, store_id, record_id);
      const error = "Something went wrong on our side; upload the file again.";
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
  await forgetRecords(tx, of);
  await releaseFiles(tx, store_id, { paths: [row.path] });
}

interface Pass {
  row: ImportRow;
  store: Store;
  wiring: ImportsWiring;
}

async function passOver(database: Database, run: JobRun, pass: Pass): Promise<void> {
  const file = await pass.wiring.storage.read(pass.row.path);
  if (file === null) throw new FileProblem("The file is not there any more; upload it again.");
  try {
    await passOverRows(database, run, { ...pass, stream: file.stream });
  } finally {
    // It may have been given up before its first row was read.
    file.stream.destroy();
  }
}

/** Goes over the rows from where the last run has come to. */
async function passOverRows(
  database: Database,
  run: JobRun,
  { row, store, wiring, stream }: Pass & { stream: Readable },
): Promise<void> {
  const { bytes, read } = measured(stream);
  const csv = await readCsv(bytes);
  const { heading } = csv;
  const opened = await wiring.sheets[row.resource](database, { store, heading, attributes: row.attributes });
  const sheet = withoutNul(opened, heading);
  const of = { store_id: store.id, id: row.id };
  const noted = { delimiter: csv.delimiter, ignored_columns: sheet.ignored };
  // Noted once: a step counts as progress, and what breaks at the same place in every run is to be given up.
  if (!isDeepStrictEqual(noted, { delimiter: row.delimiter, ignored_columns: row.ignored_columns }))
    await run.step((tx) => updateImport(tx, of, noted));
  const { appMay } = wiring;
  let counts = (row.status === "checking" ? row.check : row.result) ?? noCounts;
  let portions = 0;
  // Rows are numbered with the heading.
  for await (const groups of portionsOf(sheet, csv.rows, row.row_count + 1)) {
    if (run.signal.aborted) throw new JobInterrupted();
    const progress = Math.min(99, Math.floor((100 * read()) / Math.max(1, row.size)));
    counts = await workPortion(database, run, { store, sheet, row, groups, counts, progress, appMay });
    portions += 1;
    // Each time twice as many: a new store's tables grow from nothing, and its plans must not stay those of empty tables.
    if (row.status === "running" && Number.isInteger(Math.log2(portions))) await analyzeGrown(database);
  }
  await run.finish((tx) => complete(tx, store, { row, counts }));
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
  await forgetRecords(tx, of);
  await releaseFiles(tx, store_id, { paths: [row.path] });
}
