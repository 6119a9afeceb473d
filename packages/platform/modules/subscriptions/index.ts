export { deliveryLogRoutes } from "./partner-routes.ts";
export { subscriptionsRoutes } from "./routes.ts";
