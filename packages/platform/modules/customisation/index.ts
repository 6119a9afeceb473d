export { type Callback, type CallbackTopic, callbacksOfTopic } from "./callbacks-of-topic.ts";
export { removeCustomisation } from "./remove-customisation.ts";
export { customisationPages, customisationRoutes } from "./routes.ts";
