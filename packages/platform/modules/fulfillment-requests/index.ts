export { endUnanswered } from "./end-unanswered.ts";
export { forgetRequests } from "./forget-requests.ts";
export { fulfillmentRequestPages } from "./request-page.ts";
export type { FulfillmentRequestsWiring } from "./requests-wiring.ts";
export { fulfillmentRequestRoutes } from "./routes.ts";
