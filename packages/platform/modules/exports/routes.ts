import { operations } from "@souk/contract";
import { type Route, read, write } from "../../infrastructure/routing/route.ts";
import { createExport } from "./create-export.ts";
import type { ExportsDeps } from "./exports-deps.ts";
import { loadExport } from "./get-export.ts";
import { countExports, listExports } from "./list-exports.ts";

/** Create the routes of exports. */
export function createExportRoutes(deps: ExportsDeps): Route[] {
  return [
    write(operations.createExport, (tx, call) => createExport(tx, call, deps)),
    read(operations.listExports, (database, call) => listExports(database, call, deps)),
    read(operations.countExports, (database, call) => countExports(database, call, deps)),
    read(operations.getExport, (database, call) => loadExport(database, call, deps)),
  ];
}
