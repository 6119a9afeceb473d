export { setFulfillmentUrl } from "./fulfillment-urls.ts";
export { staffModule } from "./module.ts";
