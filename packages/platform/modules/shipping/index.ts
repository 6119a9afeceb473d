export { shippingModule } from "./module.ts";
export { rateTimeoutMs } from "./rate-request.ts";
