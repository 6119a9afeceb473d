export { subscriptionsRoutes } from "./routes.ts";
export type { SubscriptionRules } from "./subscription-rules.ts";
