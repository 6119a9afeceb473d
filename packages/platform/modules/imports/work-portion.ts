import { Refusal } from "@souk/contract";
import type { Database, Transaction } from "@souk/database";
import { actFor } from "../../acting-as.ts";
import { JobInterrupted, type JobRun } from "../../jobs/index.ts";
import type { Store } from "../../routing/call.ts";
import { FileProblem } from "./csv/file-problem.ts";
import {
  type ImportSheet,
  type PlannedRecord,
  type PreparedRecords,
  plansOf,
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
import type { ImportsWiring } from "./imports-wiring.ts";
import type { RowError } from "./rows/row-error.ts";
import type { RowGroup } from "./rows/row-groups.ts";

/** Errors of one import that are kept; all are counted. */
const mostErrors = 10_000;
/** Notes are kept among so many of the first alone: behind any number of them there is room for what keeps a record out. */
const mostWithNotes = 1_000;

export interface PortionWork {
  store: Store;
  sheet: ImportSheet;
  row: ImportRow;
  groups: readonly RowGroup[];
  /** What the portions before it came to. */
  counts: ImportCounts;
  /** How far the import is once it is done, in per cent. */
  progress: number;
  appMay: ImportsWiring["appMay"];
}

/**
 * Checks a portion of a file, or writes its records, together with its errors, what it came to and how far the import is: all
 * of it or nothing, so that a run that ends in between leaves nothing half and nothing twice.
 * @returns what the import has come to
 */
export async function workPortion(database: Database, run: JobRun, work: PortionWork): Promise<ImportCounts> {
  const { sheet, groups, row } = work;
  if (row.status !== "running") return run.step((tx) => workIn(tx, work, { prepared: null }));
  const prepared = await sheet.prepare(database, { groups, signal: run.signal });
  if (run.signal.aborted) throw new JobInterrupted();
  return writeWith(run, work, prepared);
}

async function writeWith(run: JobRun, work: PortionWork, prepared: PreparedRecords): Promise<ImportCounts> {
  try {
    return await run.step((tx) => workIn(tx, work, { prepared }));
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const { groups } = work;
    if (groups.length === 1) return run.step((tx) => workIn(tx, work, { prepared, refusal: error }));
    // One of them may not be written, though the plans found nothing: each by itself shows which.
    let { counts } = work;
    for (const group of groups) counts = await writeWith(run, { ...work, groups: [group], counts }, prepared);
    return counts;
  }
}

interface Writing {
  /** Null while the file is only checked. */
  prepared: PreparedRecords | null;
  /** Why the one record of the portion was not written when it was tried. */
  refusal?: Refusal;
}

async function workIn(
  tx: Transaction,
  work: PortionWork,
  { prepared, refusal }: Writing,
): Promise<ImportCounts> {
  const { store, sheet, row, groups, progress } = work;
  const of = { store_id: store.id, id: row.id };
  const fitting = await withoutRepeats(tx, work, await sheet.plan(tx, groups));
  const planned = refusal ? fitting.map((record) => refused(record, refusal)) : fitting;
  if (prepared) {
    await actFor(tx, causeOf(row));
    await requireAllowed(tx, work);
  }
  const found = prepared ? await prepared.write(tx, { plans: plansOf(planned), cause: causeOf(row) }) : [];
  const errors = [...planned.flatMap((record) => record.errors), ...found];
  const counts = countsAfter(work.counts, planned, errors);
  await keepErrors(tx, of, { counted: work.counts.errors, errors });
  const row_count = (groups.at(-1)?.last ?? 1) - 1;
  await updateImport(tx, of, { progress, row_count, ...(prepared ? { result: counts } : { check: counts }) });
  return counts;
}

async function keepErrors(
  tx: Transaction,
  of: { store_id: number; id: number },
  { counted, errors }: { counted: number; errors: readonly RowError[] },
): Promise<void> {
  const told = counted < mostWithNotes ? errors : errors.filter(({ isNote }) => !isNote);
  if (told.length === 0) return;
  const kept = counted < mostWithNotes ? counted : await countKeptErrors(tx, of);
  const inOrder = told.toSorted((a, b) => a.row - b.row);
  await insertErrors(tx, of, inOrder.slice(0, Math.max(0, mostErrors - kept)));
}

/** What an app may not do any more its import does not do either, from the next portion on. */
async function requireAllowed(tx: Transaction, { store, sheet, row, appMay }: PortionWork): Promise<void> {
  const { installation_id, resource } = row;
  if (installation_id === null) return;
  const installation = { store_id: store.id, installation_id };
  for (const scope of sheet.scopes) {
    if (await appMay(tx, installation, scope)) continue;
    const what = scope === "write_customer_attributes" ? "custom fields" : resource;
    throw new FileProblem(
      `The app may not write ${what} here any more; what was written before stays. Upload the file again once it may.`,
    );
  }
}

function causeOf({ actor_kind, actor_id, request_id }: ImportRow) {
  return { actor: { kind: actor_kind, id: actor_id, scopes: new Set<string>() }, request_id };
}

function refused({ group, plan, errors }: PlannedRecord, { message, details }: Refusal): PlannedRecord {
  if (plan === null) return { group, plan, errors };
  const row = group.rows[0]?.row ?? 0;
  const why = details.fields?.map((field) => `${field.path} ${field.message}`) ?? [message];
  return {
    group,
    plan: null,
    errors: why.map((text) => ({ row, column: null, handle: group.key, message: text })),
  };
}

/** A record that was met before, further up in the file, is none of its own. */
async function withoutRepeats(
  tx: Transaction,
  { store, sheet, row: { id } }: PortionWork,
  planned: PlannedRecord[],
): Promise<PlannedRecord[]> {
  const known = planned.filter(({ plan }) => plan !== null);
  const met = known.flatMap((record) => keysOf(record).map((key) => ({ key, row: firstRowOf(record) })));
  const firstRows = await noteRecords(tx, { store_id: store.id, id }, met);
  return planned.map((record) => {
    const { key } = record.group;
    const row = firstRowOf(record);
    const first = Math.min(row, ...keysOf(record).map((one) => firstRows.get(one) ?? row));
    if (record.plan === null || first === row) return record;
    const message = `stands in row ${first} already; the rows of one ${sheet.noun} follow each other.`;
    return { ...record, plan: null, errors: [{ row, column: sheet.keyColumn, handle: key, message }] };
  });
}

function keysOf({ group, same }: PlannedRecord): string[] {
  return same === undefined ? [group.key] : [group.key, same];
}

function firstRowOf({ group }: PlannedRecord): number {
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
