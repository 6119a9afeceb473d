export { removeCustomisation } from "./remove-customisation.ts";
export { customisationPages, customisationRoutes } from "./routes.ts";
