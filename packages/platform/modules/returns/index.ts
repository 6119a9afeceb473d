export { returnRoutes } from "./routes.ts";
export { registerReturnTopics } from "./topics.ts";
