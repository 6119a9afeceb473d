export { type Callback, type CallbackTopic, listCallbacks } from "./list-callbacks.ts";
export { customizationModule } from "./module.ts";
export { removeCustomization } from "./remove-customization.ts";
