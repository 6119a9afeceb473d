export { metafieldRoutes } from "./routes.ts";
