import { Readable } from "node:stream";
import { isImportable } from "@souk/contract";
import type { Database } from "@souk/database";
import type { RecordWalk, WalkExtent, Walked, WalkPlace } from "../../infrastructure/listing/record-walk.ts";
import type { Store } from "../../infrastructure/routing/call.ts";
import { releaseFiles } from "../../infrastructure/storage/index.ts";
import { JobInterrupted, type JobRun, type LongTask } from "../../runtime/jobs/index.ts";
import { csvWriters } from "./export-sources.ts";
import { beginExport, completeExport, type ExportRow, failExport, showProgress } from "./export-store.ts";
import { type ExportsDeps, exportTask, keptMs } from "./exports-deps.ts";
import { jsonLines, type LineWriter } from "./line-writer.ts";
import { readFilters } from "./read-filters.ts";

const contentTypes = { jsonl: "application/jsonl; charset=utf-8", csv: "text/csv; charset=utf-8" };

const showEveryMs = 500;

/** Milliseconds after which the file of an unfinished run is deleted: a day. */
const abandonedMs = 86_400_000;

/**
 * Create the job that writes an export's file, from the beginning in each run: a file is complete or does not
 * exist.
 */
export function createExportTask(deps: ExportsDeps): LongTask {
  const { database } = deps;
  return {
    name: exportTask,
    resumes: false,
    async run(jobRun) {
      const { store_id, record_id } = jobRun.job;
      const row = await jobRun.step((tx) => beginExport(tx, store_id, record_id));
      const store = await deps.findStore(database, store_id);
      if (row === null || store === null) return jobRun.finish(async () => undefined);
      await writeExport(database, jobRun, { row, store, deps });
    },
    giveUp: (tx, { store_id, record_id }) =>
      failExport(tx, store_id, {
        id: record_id,
        error: "Something went wrong on our side. Start the export again.",
      }),
  };
}

interface Written {
  row: ExportRow;
  store: Store;
  deps: ExportsDeps;
}

async function writeExport(database: Database, jobRun: JobRun, { row, store, deps }: Written): Promise<void> {
  const { storage, sources, clock } = deps;
  const source = sources[row.resource];
  const { value } = readFilters(source.filters, row.filters, store.timezone);
  const walked = { store, filters: value };
  const writer = await createWriter(database, row, store);
  const counted = { row_count: 0, size: 0 };
  const walk = source.createWalk(row);
  const { portion } = source;
  const lines = writeLines(database, jobRun, { id: row.id, walk, portion, walked, writer, counted });
  // Whoever has the address can read the file: 192 random bits stand in it. Each run has a file of its own.
  const path = `/exports/${deps.random(24)}/${row.resource}.${row.format}`;
  await releaseFiles(database, store.id, { paths: [path], afterMs: abandonedMs });
  try {
    await storage.put(path, Readable.from(lines, { objectMode: true }), contentTypes[row.format]);
    const expires_at = new Date(clock.now() + keptMs);
    await jobRun.finish(async (tx) => {
      await releaseFiles(tx, store.id, { paths: [path], afterMs: keptMs });
      await completeExport(tx, store.id, { id: row.id, path, ...counted, expires_at });
    });
  } catch (error) {
    // The first error is thrown; a file that cannot be released now is deleted after a day.
    await releaseUnshown(database, store.id, { id: row.id, path }).catch(() => undefined);
    throw error;
  }
}

/**
 * Release the file of a run whose URL was never shown: a customer in it may have been erased meanwhile. The
 * file stays if the last step was committed after all and only its response was lost.
 */
async function releaseUnshown(
  database: Database,
  storeId: number,
  { id, path }: { id: number; path: string },
): Promise<void> {
  await database.transaction(async (tx) => {
    // Behind a last step that is still being committed.
    const text = "select path from exports where store_id = $1 and id = $2 for no key update";
    const row = await tx.maybeOne<{ path: string | null }>(text, [storeId, id]);
    // guard: answered-or-not without `if (row?.path !== path)`: export-run.test.ts a file stays if its last step was committed, even without a response
    if (row?.path !== path) await releaseFiles(tx, storeId, { paths: [path] });
  });
}

async function createWriter(
  database: Database,
  { resource, format, attributes }: ExportRow,
  store: Store,
): Promise<LineWriter> {
  if (format !== "csv" || !isImportable(resource)) return jsonLines;
  return csvWriters[resource](database, store, { attributes });
}

interface Lines {
  id: number;
  walk: RecordWalk<unknown>;
  /** The number of records that are read at once. */
  portion: number;
  walked: Walked<unknown>;
  writer: LineWriter;
  /** The counts, which grow as the lines are written. */
  counted: { row_count: number; size: number };
}

/** Generate the file, with at most a portion of it in memory, and update the progress from time to time. */
async function* writeLines(database: Database, jobRun: JobRun, lines: Lines): AsyncGenerator<Buffer> {
  const { walk, portion: limit, walked, writer, counted } = lines;
  const extent = await walk.measure(database, walked);
  if (writer.heading !== "") yield counting(writer.heading, counted);
  let met = 0;
  let shownAt = performance.now();
  let after: WalkPlace | null = null;
  while (extent.end !== null) {
    const portion = await walk.next(database, walked, { after, end: extent.end, limit });
    met += portion.texts.length;
    const { text, rows } = await writer.write(portion.texts);
    counted.row_count += rows;
    if (text !== "") yield counting(text, counted);
    if (performance.now() - shownAt > showEveryMs) {
      const progress = computeProgress(met, extent);
      const { row_count } = counted;
      await jobRun.step((tx) => showProgress(tx, walked.store.id, { id: lines.id, progress, row_count }));
      shownAt = performance.now();
    }
    if (jobRun.signal.aborted) throw new JobInterrupted();
    if (portion.last === null) return;
    after = portion.last;
  }
}

function counting(text: string, counted: { size: number }): Buffer {
  const bytes = Buffer.from(text);
  counted.size += bytes.length;
  return bytes;
}

/** Compute the progress in percent; 100 is reserved for a complete file. */
function computeProgress(met: number, { total }: WalkExtent): number {
  return Math.min(99, Math.floor((100 * met) / Math.max(1, total)));
}
