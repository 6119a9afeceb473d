import type { Queryable } from "@souk/database";
import type { ModuleWith } from "../../infrastructure/module.ts";
import { cancelAppImports, deleteOldImports } from "./cancel-app-imports.ts";
import type { ImportsDeps } from "./imports-deps.ts";
import { createImportRoutes } from "./routes.ts";
import { createImportTask } from "./run-import.ts";

/** The functions of the imports module that other modules call. */
export interface ImportsApi {
  /** Cancel an app's unfinished imports, in the transaction that revokes the app's tokens (INS-16). */
  cancelAppImports(tx: Queryable, installation: { store_id: number; installation_id: number }): Promise<void>;
}

/** Create the module of imports. */
export function importsModule(deps: ImportsDeps): ModuleWith<ImportsApi> {
  return {
    name: "imports",
    tables: ["imports", "import_errors", "import_records", "imported_images"],
    routes: createImportRoutes(deps),
    tasks: [createImportTask(deps)],
    housekeeping: [
      {
        name: "delete old imports",
        everyMs: 3_600_000,
        run: (database) => deleteOldImports(database, new Date(deps.clock.now())),
      },
    ],
    api: { cancelAppImports: (tx, installation) => cancelAppImports(tx, installation, deps) },
  };
}
