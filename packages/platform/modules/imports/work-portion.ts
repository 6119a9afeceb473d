import { Refusal } from "@souk/contract";
import type { Database, Transaction } from "@souk/database";
import { JobInterrupted, type JobRun } from "../../jobs/index.ts";
import { FileProblem } from "./csv/file-problem.ts";
import {
  type ImportCounts,
  type ImportRow,
  insertErrors,
  noteProducts,
  updateImport,
} from "./import-store.ts";
import type { ImportsWiring } from "./imports-wiring.ts";
import { type PlanGround, type PlannedProduct, planPortion } from "./plan/plan-portion.ts";
import type { ProductPlan } from "./plan/product-plan.ts";
import type { ProductGroup } from "./rows/product-groups.ts";
import { quoted, type RowError } from "./rows/row-error.ts";
import { type FetchedImages, noImages } from "./write/fetch-images.ts";

/** Errors of one import that are kept; all are counted. */
const mostErrors = 10_000;

export interface PortionWork {
  ground: PlanGround;
  row: ImportRow;
  groups: readonly ProductGroup[];
  /** What the portions before it came to. */
  counts: ImportCounts;
  /** How far the import is once it is done, in per cent. */
  progress: number;
  wiring: ImportsWiring;
}

/**
 * Checks a portion of a file, or writes its products, together with its errors, what it came to and how far the import is: all
 * of it or nothing, so that a run that ends in between leaves nothing half and nothing twice.
 * @returns what the import has come to
 */
export async function workPortion(database: Database, run: JobRun, work: PortionWork): Promise<ImportCounts> {
  const images = await imagesFor(database, run, work);
  return workWith(run, work, images);
}

async function workWith(run: JobRun, work: PortionWork, images: FetchedImages): Promise<ImportCounts> {
  try {
    return await run.step((tx) => workIn(tx, work, { images }));
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const { groups } = work;
    if (groups.length === 1) return run.step((tx) => workIn(tx, work, { images, refusal: error }));
    // One of them may not be written, though the plans found nothing: each by itself shows which.
    let { counts } = work;
    for (const group of groups) counts = await workWith(run, { ...work, groups: [group], counts }, images);
    return counts;
  }
}

/** Images come over the network, so before the transaction. A file without their column is not planned twice for them. */
async function imagesFor(database: Database, run: JobRun, work: PortionWork): Promise<FetchedImages> {
  const { ground, groups, row, wiring } = work;
  if (row.status !== "running" || !ground.sheet.columns.has("image_urls")) return noImages;
  const planned = await planPortion(database, ground, groups);
  const { signal } = run;
  const images = await wiring.fetchImages(database, ground.store, { plans: plansOf(planned), signal });
  if (signal.aborted) throw new JobInterrupted();
  return images;
}

function plansOf(planned: readonly PlannedProduct[]): ProductPlan[] {
  return planned.flatMap(({ plan }) => plan ?? []);
}

interface Portion {
  images: FetchedImages;
  /** Why the one product of the portion was not written when it was tried. */
  refusal?: Refusal;
}

async function workIn(
  tx: Transaction,
  work: PortionWork,
  { images, refusal }: Portion,
): Promise<ImportCounts> {
  const { ground, row, groups, progress, wiring } = work;
  const { store } = ground;
  const of = { store_id: store.id, id: row.id };
  const fitting = await withoutRepeats(tx, of, await planPortion(tx, ground, groups));
  const planned = refusal ? fitting.map((product) => refused(product, refusal)) : fitting;
  const plans = plansOf(planned);
  const writes = row.status === "running";
  if (writes) await requireAllowed(tx, work);
  if (writes) await wiring.write(tx, store, { plans, images, cause: causeOf(row) });
  const errors = [...planned.flatMap((product) => product.errors), ...imageErrors(plans, images)];
  const counts = countsAfter(work.counts, planned, errors);
  const room = Math.max(0, mostErrors - work.counts.errors);
  await insertErrors(tx, of, errors.sort((a, b) => a.row - b.row).slice(0, room));
  const row_count = (groups.at(-1)?.last ?? 1) - 1;
  await updateImport(tx, of, { progress, row_count, ...(writes ? { result: counts } : { check: counts }) });
  return counts;
}

/** What an app may not do any more its import does not do either, from the next portion on. */
async function requireAllowed(tx: Transaction, { ground, row, wiring }: PortionWork): Promise<void> {
  const { installation_id } = row;
  if (installation_id === null) return;
  const installation = { store_id: ground.store.id, installation_id };
  if (await wiring.appMay(tx, installation, "write_products")) return;
  throw new FileProblem(
    "The app may not write products here any more; what was written before stays. Upload the file again once it may.",
  );
}

function causeOf({ actor_kind, actor_id, request_id }: ImportRow) {
  return { actor: { kind: actor_kind, id: actor_id, scopes: new Set<string>() }, request_id };
}

function refused({ group, plan, errors }: PlannedProduct, { message, details }: Refusal): PlannedProduct {
  if (plan === null) return { group, plan, errors };
  const row = group.rows[0]?.row ?? 0;
  const why = details.fields?.map((field) => `${field.path} ${field.message}`) ?? [message];
  return {
    group,
    plan: null,
    errors: why.map((text) => ({ row, column: null, handle: group.handle, message: text })),
  };
}

/** An image that is missing fails no product. */
function imageErrors(plans: readonly ProductPlan[], images: FetchedImages): RowError[] {
  return plans.flatMap((plan) => {
    if (plan.kind === "unchanged") return [];
    const { handle, row } = plan.draft;
    return plan.image_urls.flatMap((url): RowError[] => {
      const fetched = images.of(handle, url);
      if (fetched === undefined || fetched.ok) return [];
      return [{ row, column: "image_urls", handle, message: `${quoted(url)} ${fetched.message}` }];
    });
  });
}

/** A product that was met before, further up in the file, is none of its own. */
async function withoutRepeats(
  tx: Transaction,
  of: { store_id: number; id: number },
  planned: PlannedProduct[],
): Promise<PlannedProduct[]> {
  const known = planned.filter(({ plan }) => plan !== null);
  const met = known.map(({ group }) => ({ handle: group.handle, row: group.rows[0]?.row ?? 0 }));
  const firstRows = await noteProducts(tx, of, met);
  return planned.map((product) => {
    const { handle, rows } = product.group;
    const row = rows[0]?.row ?? 0;
    const first = firstRows.get(handle) ?? row;
    if (product.plan === null || first === row) return product;
    const message = `stands in row ${first} already; the rows of one product follow each other.`;
    return { ...product, plan: null, errors: [{ row, column: "handle", handle, message }] };
  });
}

function countsAfter(
  counts: ImportCounts,
  planned: readonly PlannedProduct[],
  errors: readonly RowError[],
): ImportCounts {
  const of = (kind: ProductPlan["kind"]) => planned.filter(({ plan }) => plan?.kind === kind).length;
  return {
    products: counts.products + planned.length,
    created: counts.created + of("create"),
    updated: counts.updated + of("update"),
    unchanged: counts.unchanged + of("unchanged"),
    failed: counts.failed + planned.filter(({ plan }) => plan === null).length,
    errors: counts.errors + errors.length,
  };
}
