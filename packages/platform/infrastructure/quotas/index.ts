export { assertWithinQuota } from "./assert-within-quota.ts";
export { type QuotaSettings, quotaNames, quotas } from "./quotas.ts";
