export { assertWithinQuota } from "./assert-within-quota.ts";
export { type QuotaSettings, quotaNames } from "./quotas.ts";
