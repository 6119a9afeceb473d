export { followRequests } from "./follow-requests.ts";
export { privacyRoutes } from "./routes.ts";
export { registerPrivacyTopics } from "./topics.ts";
