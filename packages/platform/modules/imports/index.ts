export { createImportSheets } from "./import-sheets.ts";
export type { ImportsWiring } from "./imports-wiring.ts";
export { forgetImports, removeImports } from "./remove-imports.ts";
export { importsRoutes } from "./routes.ts";
export { createImportTask } from "./run-import.ts";
