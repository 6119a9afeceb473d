export { escapeFormula, splitTags, unescapeFormula } from "./csv-cell.ts";
export { byteOrderMark, formatCsv } from "./csv-text.ts";
export { parseAttributeOptions } from "./customers/attribute-cell.ts";
export type { ErasedPeople } from "./erase-from-exports.ts";
export { createExportSources } from "./export-sources.ts";
export { matchAndEraseFilters } from "./match-filters.ts";
export { type ExportsApi, exportsModule } from "./module.ts";
export { recordExportDownload } from "./record-export-download.ts";
