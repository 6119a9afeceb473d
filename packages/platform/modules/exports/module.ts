import type { Queryable, Transaction } from "@souk/database";
import type { ModuleWith } from "../../infrastructure/module.ts";
import { deleteOldExports, endAppExports } from "./end-app-exports.ts";
import { type ErasedPeople, eraseFromExports } from "./erase-from-exports.ts";
import type { ExportsDeps } from "./exports-deps.ts";
import { createExportRoutes } from "./routes.ts";
import { createExportTask } from "./write-export.ts";

/** The functions of the exports module that other modules call. */
export interface ExportsApi {
  /** End an app's unfinished exports and delete all its export files, in the transaction that revokes the app's tokens (INS-16). */
  endAppExports(tx: Queryable, installation: { store_id: number; installation_id: number }): Promise<void>;
  /** Remove erased people from a store's exports, in the transaction of the erasure. */
  eraseFromExports(tx: Transaction, people: ErasedPeople): Promise<void>;
}

/** Create the module of exports. */
export function exportsModule(deps: ExportsDeps): ModuleWith<ExportsApi> {
  return {
    name: "exports",
    tables: ["exports"],
    routes: createExportRoutes(deps),
    tasks: [createExportTask(deps)],
    housekeeping: [
      {
        name: "delete old exports",
        everyMs: 3_600_000,
        run: (database) => deleteOldExports(database, new Date(deps.clock.now())),
      },
    ],
    api: {
      endAppExports: (tx, installation) => endAppExports(tx, installation, deps),
      eraseFromExports: (tx, people) => eraseFromExports(tx, people, deps),
    },
  };
}
