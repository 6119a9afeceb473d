import { Readable } from "node:stream";
import { ApiError, isImportable } from "@souk/contract";
import type { Database, Transaction } from "@souk/database";
import type {
  RecordWalk,
  WalkExtent,
  WalkPosition,
  WalkScope,
} from "../../infrastructure/listing/record-walk.ts";
import { assertWithinQuota } from "../../infrastructure/quotas/index.ts";
import type { Store } from "../../infrastructure/routing/call.ts";
import { scheduleFileRemovals } from "../../infrastructure/storage/index.ts";
import { JobInterrupted, type JobRun, type LongTask } from "../../runtime/jobs/index.ts";
import { csvFormatterFactories } from "./export-sources.ts";
import { completeExport, type ExportRow, failExport, startExport, updateProgress } from "./export-store.ts";
import { type ExportsDeps, exportTask, fileLifetimeMs } from "./exports-deps.ts";
import { jsonLinesFormatter, type LineFormatter } from "./line-formatter.ts";
import { readFilters } from "./read-filters.ts";

/** Each time this many more bytes have been written, the incomplete file's size is recorded, so that it counts toward the quota. */
const bytesBetweenRecordings = 4 * 1_048_576;

const contentTypes = { jsonl: "application/jsonl; charset=utf-8", csv: "text/csv; charset=utf-8" };

/** The minimum time between two updates of an export's progress, in milliseconds. */
const progressIntervalMs = 500;
/** The maximum number of records in the first batch. The size of the records is not known yet. */
const firstBatchSize = 16;
/** The size in bytes at which a batch of records ends. */
const maxBatchBytes = 2 * 1_048_576;

/** How long the file of an incomplete run is kept, in milliseconds: a day. */
const incompleteFileLifetimeMs = 86_400_000;

/**
 * Create the task that writes an export's file. Each run starts from the beginning with a new file, so an export never has an
 * incomplete file.
 */
export function createExportTask(deps: ExportsDeps): LongTask {
  const { database } = deps;
  return {
    name: exportTask,
    resumes: false,
    async run(jobRun) {
      const { store_id, record_id } = jobRun.job;
      const row = await jobRun.step((tx) => startExport(tx, store_id, record_id));
      const store = await deps.findStore(database, store_id);
      if (row === null || store === null) return jobRun.finish(async () => undefined);
      await writeExport(database, jobRun, { row, store, deps });
    },
    recordFailure: (tx, { store_id, record_id }) =>
      failExport(tx, store_id, {
        id: record_id,
        error: "Something went wrong on our side. Start the export again.",
      }),
  };
}

interface ExportWork {
  row: ExportRow;
  store: Store;
  deps: ExportsDeps;
}

/** Write the file of an export, and mark the export as done or, if there is no space for the file, as failed. */
async function writeExport(
  database: Database,
  jobRun: JobRun,
  { row, store, deps }: ExportWork,
): Promise<void> {
  const { storage, sources, clock } = deps;
  const source = sources[row.resource];
  const { parsedFilters } = readFilters(source.filters, row.filters, store.timezone);
  const scope = { store, filters: parsedFilters };
  const formatter = await createFormatter(database, row, store);
  const counts = { row_count: 0, size: 0 };
  const walk = source.createWalk({ hasAttributes: row.attributes });
  const { batchSize } = source;
  // Each run writes a new file, at a path that nobody can guess. `recordExportDownload` reads the ids of the store and the export from
  // this path.
  const path = `/exports/${store.id}-${row.id}-${deps.random(24)}/${row.resource}.${row.format}`;
  await scheduleFileRemovals(database, store.id, { paths: [path], afterMs: incompleteFileLifetimeMs });
  const recordSize = (tx: Transaction, afterMs: number) =>
    recordFileSize(tx, store.id, { path, size: counts.size, afterMs });
  const input = { id: row.id, walk, batchSize, scope, formatter, counts, recordSize };
  const chunks = generateFile(database, jobRun, input);
  try {
    await storage.put(path, Readable.from(chunks, { objectMode: true }), contentTypes[row.format]);
    const expires_at = new Date(clock.now() + fileLifetimeMs);
    await jobRun.finish(async (tx) => {
      await recordSize(tx, fileLifetimeMs);
      await completeExport(tx, store.id, { id: row.id, path, ...counts, expires_at });
    });
  } catch (error) {
    // If deleting the file fails too, the first error is thrown, and the file is deleted after a day.
    await deleteUnlessCompleted(database, store.id, { id: row.id, path }).catch(() => undefined);
    if (!isOutOfSpace(error)) throw error;
    await jobRun.finish((tx) => failExport(tx, store.id, { id: row.id, error: error.message }));
  }
}

/** Return whether an error means that the store's quota or the disk has no space for the file. */
function isOutOfSpace(error: unknown): error is ApiError {
  return error instanceof ApiError && (error.code === "quota_exceeded" || error.code === "storage_full");
}

/** Record the size of an export's file, and when the file is to be removed. @throws ApiError `quota_exceeded` */
async function recordFileSize(
  tx: Transaction,
  storeId: number,
  { path, size, afterMs }: { path: string; size: number; afterMs: number },
): Promise<void> {
  await scheduleFileRemovals(tx, storeId, { paths: [path], size, afterMs });
  await assertWithinQuota(tx, storeId, "file_bytes");
}

/**
 * Delete the file of a failed run, because a customer in the file may have been erased meanwhile. The file is kept if the run's last
 * step was committed and only the response to the commit was lost.
 */
async function deleteUnlessCompleted(
  database: Database,
  storeId: number,
  { id, path }: { id: number; path: string },
): Promise<void> {
  await database.transaction(async (tx) => {
    // If the last step is still being committed, locking the row waits until the commit has ended.
    const text = "select path from exports where store_id = $1 and id = $2 for no key update";
    const row = await tx.maybeOne<{ path: string | null }>(text, [storeId, id]);
    // guard answered-or-not: without `if (row?.path !== path)`, export-run.test.ts fails at `an export keeps its file if its last step is committed but the database's response is lost`
    if (row?.path !== path) await scheduleFileRemovals(tx, storeId, { paths: [path] });
  });
}

async function createFormatter(
  database: Database,
  { resource, format, attributes }: ExportRow,
  store: Store,
): Promise<LineFormatter> {
  if (format !== "csv" || !isImportable(resource)) return jsonLinesFormatter;
  return csvFormatterFactories[resource](database, store, { hasAttributes: attributes });
}

interface FileInput {
  id: number;
  /** Reads the exported records in batches. */
  walk: RecordWalk<unknown>;
  /** The number of records to read at a time. */
  batchSize: number;
  scope: WalkScope<unknown>;
  formatter: LineFormatter;
  /** The counts of rows and bytes, which are updated while the lines are written. */
  counts: { row_count: number; size: number };
  /** Record the current size of the file, and schedule the file's removal in `afterMs` milliseconds. */
  recordSize(tx: Transaction, afterMs: number): Promise<void>;
}

/** Generate the file's bytes, a batch of records at a time, and update the progress every half second. */
async function* generateFile(database: Database, jobRun: JobRun, input: FileInput): AsyncGenerator<Buffer> {
  const { walk, batchSize, scope, formatter, counts } = input;
  const extent = await walk.measure(database, scope);
  if (formatter.heading !== "") yield encodeAndCount(formatter.heading, counts);
  let readCount = 0;
  let nextRecordedSize = bytesBetweenRecordings;
  let progressUpdatedAt = performance.now();
  let after: WalkPosition | null = null;
  let limit = Math.min(batchSize, firstBatchSize);
  while (extent.end !== null) {
    await jobRun.pause();
    const batch = await walk.next(database, scope, {
      after,
      end: extent.end,
      limit,
      maxBytes: maxBatchBytes,
    });
    limit = computeNextBatchSize(batch.texts, { limit, max: batchSize });
    readCount += batch.texts.length;
    const { text, rowCount } = await formatter.format(batch.texts);
    counts.row_count += rowCount;
    if (text !== "") yield encodeAndCount(text, counts);
    if (counts.size >= nextRecordedSize) {
      await jobRun.step((tx) => input.recordSize(tx, incompleteFileLifetimeMs));
      nextRecordedSize = counts.size + bytesBetweenRecordings;
    }
    if (performance.now() - progressUpdatedAt > progressIntervalMs) {
      const progress = computeProgress(readCount, extent);
      const { row_count } = counts;
      await jobRun.step((tx) => updateProgress(tx, scope.store.id, { id: input.id, progress, row_count }));
      progressUpdatedAt = performance.now();
    }
    if (jobRun.signal.aborted) throw new JobInterrupted();
    if (batch.last === null) return;
    after = batch.last;
  }
}

/**
 * Compute how many records to read next. PostgreSQL ends a batch at 2 MiB. If more records were requested than fit, PostgreSQL would
 * build the texts of the excess records in vain.
 */
function computeNextBatchSize(
  texts: readonly string[],
  { limit, max }: { limit: number; max: number },
): number {
  const length = texts.reduce((sum, text) => sum + text.length, 0);
  const fittingSize = length === 0 ? max : Math.ceil((texts.length * maxBatchBytes) / length);
  return Math.max(1, Math.min(max, 4 * limit, fittingSize));
}

/** Convert text to bytes, and add the number of bytes to the size. */
function encodeAndCount(text: string, counts: { size: number }): Buffer {
  const bytes = Buffer.from(text);
  counts.size += bytes.length;
  return bytes;
}

/** Compute the progress in percent; 100 is reserved for a complete file. */
function computeProgress(readCount: number, { total }: WalkExtent): number {
  return Math.min(99, Math.floor((100 * readCount) / Math.max(1, total)));
}
