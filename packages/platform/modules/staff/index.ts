export { createFailureLog, type FailureLog } from "./failures/failure-log.ts";
export { setFulfillmentUrl } from "./fulfillment-urls.ts";
export type { HealthDeps } from "./health/health-deps.ts";
export { staffModule } from "./module.ts";
