import { Readable } from "node:stream";
import { isImportable } from "@souk/contract";
import type { Database } from "@souk/database";
import { JobInterrupted, type JobRun, type LongTask } from "../../jobs/index.ts";
import type { RecordWalk, WalkExtent, Walked, WalkPlace } from "../../listing/record-walk.ts";
import type { Store } from "../../routing/call.ts";
import { releaseFiles } from "../../storage/index.ts";
import { csvWriters } from "./export-sources.ts";
import { beginExport, completeExport, type ExportRow, failExport, showProgress } from "./export-store.ts";
import { type ExportsWiring, exportTask, keptMs } from "./exports-wiring.ts";
import { jsonLines, type LineWriter } from "./line-writer.ts";
import { readFilters } from "./read-filters.ts";

const contentTypes = { jsonl: "application/jsonl; charset=utf-8", csv: "text/csv; charset=utf-8" };

const showEveryMs = 500;

/** The file of a run that did not come to its end is taken away after so long, a day. */
const abandonedMs = 86_400_000;

/** The job that writes an export's file, from the beginning each time it is run: a file is there whole or not at all. */
export function createExportTask(database: Database, wiring: ExportsWiring): LongTask {
  return {
    name: exportTask,
    resumes: false,
    async run(run) {
      const { store_id, record_id } = run.job;
      const row = await run.step((tx) => beginExport(tx, store_id, record_id));
      const store = await wiring.storeOf(database, store_id);
      if (row === null || store === null) return run.finish(async () => undefined);
      await writeExport(database, run, { row, store, wiring });
    },
    giveUp: (tx, { store_id, record_id }) =>
      failExport(tx, store_id, {
        id: record_id,
        error: "Something went wrong on our side; ask for the export again.",
      }),
  };
}

interface Written {
  row: ExportRow;
  store: Store;
  wiring: ExportsWiring;
}

async function writeExport(database: Database, run: JobRun, { row, store, wiring }: Written): Promise<void> {
  const { storage, sources, clock } = wiring;
  const source = sources[row.resource];
  const { value } = readFilters(source.filters, row.filters, store.timezone);
  const walked = { store, filters: value };
  const writer = await writerOf(database, row, store);
  const counted = { row_count: 0, size: 0 };
  const walk = source.walkOf(row);
  const { portion } = source;
  const lines = linesOf(database, run, { id: row.id, walk, portion, walked, writer, counted });
  // Whoever has the address can read the file: 192 random bits stand in it. Each run has a file of its own.
  const path = `/exports/${wiring.random(24)}/${row.resource}.${row.format}`;
  await releaseFiles(database, store.id, { paths: [path], afterMs: abandonedMs });
  try {
    await storage.put(path, Readable.from(lines, { objectMode: true }), contentTypes[row.format]);
    const expires_at = new Date(clock.now() + keptMs);
    await run.finish(async (tx) => {
      await releaseFiles(tx, store.id, { paths: [path], afterMs: keptMs });
      await completeExport(tx, store.id, { id: row.id, path, ...counted, expires_at });
    });
  } catch (error) {
    // What came first is told; a file that cannot be given up now goes after a day.
    await releaseUnshown(database, store.id, { id: row.id, path }).catch(() => undefined);
    throw error;
  }
}

/**
 * Gives the file of a run up whose address nobody knows: what it holds may have been erased meanwhile. It stays where the last
 * step was committed after all and only its answer did not come.
 */
async function releaseUnshown(
  database: Database,
  storeId: number,
  { id, path }: { id: number; path: string },
): Promise<void> {
  await database.transaction(async (tx) => {
    // Behind a last step that is still being committed.
    const text = "select path from exports where store_id = $1 and id = $2 for no key update";
    const { rows } = await tx.query<{ path: string | null }>(text, [storeId, id]);
    if (rows[0]?.path !== path) await releaseFiles(tx, storeId, { paths: [path] });
  });
}

async function writerOf(
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
  /** Records that are read at once. */
  portion: number;
  walked: Walked<unknown>;
  writer: LineWriter;
  /** Grows as the lines are made. */
  counted: { row_count: number; size: number };
}

/** The file, a portion at a time, so that no more than one is in memory; shows from time to time how far it is. */
async function* linesOf(database: Database, run: JobRun, lines: Lines): AsyncGenerator<Buffer> {
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
      const progress = shareOf(met, extent);
      const { row_count } = counted;
      await run.step((tx) => showProgress(tx, walked.store.id, { id: lines.id, progress, row_count }));
      shownAt = performance.now();
    }
    if (run.signal.aborted) throw new JobInterrupted();
    if (portion.last === null) return;
    after = portion.last;
  }
}

function counting(text: string, counted: { size: number }): Buffer {
  const bytes = Buffer.from(text);
  counted.size += bytes.length;
  return bytes;
}

/** Per cent; 100 is kept for a file that is there. */
function shareOf(met: number, { total }: WalkExtent): number {
  return Math.min(99, Math.floor((100 * met) / Math.max(1, total)));
}
