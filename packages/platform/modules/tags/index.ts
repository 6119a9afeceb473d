export { tagRoutes } from "./routes.ts";
export type { TaggedResources } from "./tagged-resource.ts";
