export { deliveryLogRoutes } from "./partner-routes.ts";
export { subscriptionsRoutes } from "./routes.ts";
export { tellOfFailures } from "./tell-of-failures.ts";
