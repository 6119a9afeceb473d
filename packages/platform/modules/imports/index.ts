export { createImportSheets } from "./import-sheets.ts";
export { importsModule } from "./module.ts";
