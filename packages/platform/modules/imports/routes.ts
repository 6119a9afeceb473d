import { operations } from "@souk/contract";
import { preparedWrite, type Route, read, write } from "../../infrastructure/routing/route.ts";
import { cancelImport, confirmImport } from "./confirm-import.ts";
import { createImport, storeUpload } from "./create-import.ts";
import { downloadErrors } from "./download-errors.ts";
import { loadImport } from "./get-import.ts";
import type { ImportsDeps } from "./imports-deps.ts";
import { countErrors, listErrors } from "./list-errors.ts";
import { countImports, listImports } from "./list-imports.ts";

/** Create the routes of imports. */
export function createImportRoutes(deps: ImportsDeps): Route[] {
  return [
    preparedWrite(
      operations.createImport,
      (database, call) => storeUpload(database, call, deps),
      (tx, call, path) => createImport(tx, { call, path }, deps),
    ),
    read(operations.listImports, listImports),
    read(operations.countImports, countImports),
    read(operations.getImport, loadImport),
    write(operations.confirmImport, (tx, call) => confirmImport(tx, call, deps)),
    write(operations.cancelImport, (tx, call) => cancelImport(tx, call, deps)),
    read(operations.listImportErrors, listErrors),
    read(operations.countImportErrors, countErrors),
    read(operations.downloadImportErrors, downloadErrors),
  ];
}
