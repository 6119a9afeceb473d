import { operations } from "@souk/contract";
import { type Route, read, write } from "../../routing/route.ts";
import { createExport } from "./create-export.ts";
import type { ExportsWiring } from "./exports-wiring.ts";
import { oneExport } from "./get-export.ts";
import { countExports, listExports } from "./list-exports.ts";

/** The operations of exports. */
export function exportsRoutes(wiring: ExportsWiring): Route[] {
  return [
    write(operations.createExport, (tx, call) => createExport(tx, call, wiring)),
    read(operations.listExports, (database, call) => listExports(database, call, wiring)),
    read(operations.countExports, (database, call) => countExports(database, call, wiring)),
    read(operations.getExport, (database, call) => oneExport(database, call, wiring)),
  ];
}
