export { assertWithinQuota } from "./assert-within-quota.ts";
export { type QuotaName, type QuotaSettings, quotaNames, quotas } from "./quotas.ts";
