export { importsModule } from "./module.ts";
export { createImportSheetOpeners } from "./sheet-openers.ts";
