export { fulfillmentsModule } from "./module.ts";
