import { operations } from "@souk/contract";
import { preparedWrite, type Route, read, write } from "../../routing/route.ts";
import { cancelImport, confirmImport } from "./confirm-import.ts";
import { createImport, prepareImport } from "./create-import.ts";
import { oneImport } from "./get-import.ts";
import type { ImportsWiring } from "./imports-wiring.ts";
import { countErrors, listErrors } from "./list-errors.ts";
import { countImports, listImports } from "./list-imports.ts";

/** The operations of imports. */
export function importsRoutes(wiring: ImportsWiring): Route[] {
  return [
    preparedWrite(
      operations.createImport,
      (database, call) => prepareImport(database, call, wiring),
      (tx, call, path) => createImport(tx, { call, path }, wiring),
    ),
    read(operations.listImports, listImports),
    read(operations.countImports, countImports),
    read(operations.getImport, oneImport),
    write(operations.confirmImport, (tx, call) => confirmImport(tx, call, wiring)),
    write(operations.cancelImport, (tx, call) => cancelImport(tx, call, wiring)),
    read(operations.listImportErrors, listErrors),
    read(operations.countImportErrors, countErrors),
  ];
}
