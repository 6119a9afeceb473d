export { tagsOf, unguarded } from "./csv-cell.ts";
export { optionsOf } from "./customers/attribute-cell.ts";
export { type ErasedPeople, eraseFromExports } from "./erase-from-exports.ts";
export { createExportSources, type ExportedDocuments } from "./export-sources.ts";
export type { ExportsWiring } from "./exports-wiring.ts";
export { namedInFilters } from "./named-in-filter.ts";
export { forgetExports, removeExports } from "./remove-exports.ts";
export { exportsRoutes } from "./routes.ts";
export { createExportTask } from "./write-export.ts";
