export { guarded, splitTags, unguarded } from "./csv-cell.ts";
export { byteOrderMark, csvText } from "./csv-text.ts";
export { parseOptions } from "./customers/attribute-cell.ts";
export type { ErasedPeople } from "./erase-from-exports.ts";
export { createExportSources } from "./export-sources.ts";
export { type ExportsApi, exportsModule } from "./module.ts";
export { namedInFilters } from "./named-in-filter.ts";
