export { subscriptionsModule } from "./module.ts";
