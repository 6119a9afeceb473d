export { followRequests } from "./follow-requests.ts";
export type { PrivacyWiring } from "./privacy-wiring.ts";
export { privacyRoutes } from "./routes.ts";
export { registerPrivacyTopics } from "./topics.ts";
