export { tagsOf, unguarded } from "./csv-cell.ts";
export { createExportSources } from "./export-sources.ts";
export type { ExportsWiring } from "./exports-wiring.ts";
export { forgetExports, removeExports } from "./remove-exports.ts";
export { exportsRoutes } from "./routes.ts";
export { createExportTask } from "./write-export.ts";
