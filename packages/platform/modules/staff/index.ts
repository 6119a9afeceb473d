export { setFulfillmentUrl } from "./fulfillment-urls.ts";
export { staffRoutes } from "./routes.ts";
export type { StaffWiring } from "./staff-wiring.ts";
