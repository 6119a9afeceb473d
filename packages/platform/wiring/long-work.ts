import type { Job } from "../housekeeping/index.ts";
import { createJobQueue, type JobQueue, type LongTask } from "../jobs/index.ts";
import {
  createExportSources,
  createExportTask,
  type ExportedDocuments,
  type ExportsWiring,
  eraseFromExports,
  exportsRoutes,
  forgetExports,
  removeExports,
} from "../modules/exports/index.ts";
import {
  createImportSheets,
  createImportTask,
  forgetImports,
  type ImportsWiring,
  importsRoutes,
  removeImports,
} from "../modules/imports/index.ts";
import { appMay, type InstallsWiring } from "../modules/installs/index.ts";
import type { PrivacyWiring } from "../modules/privacy/index.ts";
import { findStoreById } from "../modules/stores/index.ts";
import type { Route } from "../routing/route.ts";
import type { House } from "./house.ts";

/** What takes longer than a request: exports, imports, and the queue that they wait in. */
export interface LongWork {
  jobs: JobQueue;
  tasks: LongTask[];
  routes: Route[];
  /** What becomes of it when an app is uninstalled. */
  removers: InstallsWiring["removers"];
  /** What becomes of exports when a customer is erased. */
  endExports: PrivacyWiring["endExports"];
  housekeeping: Job[];
}

const hourMs = 3_600_000;

export function createLongWork(house: House, documents: ExportedDocuments): LongWork {
  const { addresses, clock, database, random, files, facts } = house;
  const jobs = createJobQueue();
  const common = {
    clock,
    random,
    jobs,
    storage: files.storage,
    storeOf: (run, id) => findStoreById(run, id, addresses),
  } satisfies Partial<ExportsWiring>;
  const exports: ExportsWiring = {
    ...common,
    filesOrigin: addresses.filesOrigin,
    sources: createExportSources(documents),
  };
  const imports: ImportsWiring = {
    ...common,
    appMay,
    sheets: createImportSheets({ facts, documents: documents.products, intake: files.intake, clock }),
  };
  const now = (): Date => new Date(clock.now());
  return {
    jobs,
    tasks: [createExportTask(database, exports), createImportTask(database, imports)],
    routes: [...exportsRoutes(exports), ...importsRoutes(imports)],
    removers: [(tx, key) => removeExports(tx, key, exports), (tx, key) => removeImports(tx, key, imports)],
    endExports: (tx, people) => eraseFromExports(tx, people, exports),
    housekeeping: [
      { name: "forget exports", everyMs: hourMs, run: (run) => forgetExports(run, now()) },
      { name: "forget imports", everyMs: hourMs, run: (run) => forgetImports(run, now()) },
    ],
  };
}
