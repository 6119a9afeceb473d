export { type Callback, type CallbackTopic, callbacksOfTopic } from "./callbacks-of-topic.ts";
export { customizationModule } from "./module.ts";
export { removeCustomization } from "./remove-customization.ts";
