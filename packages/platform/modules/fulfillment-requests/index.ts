export { fulfillmentRequestsModule } from "./module.ts";
