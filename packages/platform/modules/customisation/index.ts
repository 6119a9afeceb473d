export { type Callback, type CallbackTopic, callbacksOfTopic } from "./callbacks-of-topic.ts";
export { customisationModule } from "./module.ts";
export { removeCustomisation } from "./remove-customisation.ts";
