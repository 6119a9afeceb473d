export type { ImportsWiring } from "./imports-wiring.ts";
export { forgetImports, removeImports } from "./remove-imports.ts";
export { importsRoutes } from "./routes.ts";
export { createImportTask } from "./run-import.ts";
export { createWritePlans } from "./write/create-write-plans.ts";
export { createFetchImages } from "./write/fetch-images.ts";
