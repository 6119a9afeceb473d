export { fulfillmentRoutes } from "./routes.ts";
export { registerFulfillmentTopics } from "./topics.ts";
