export { assertWithinAppQuota, assertWithinQuota, assertWithinStoreQuota } from "./assert-within-quota.ts";
export { type QuotaSettings, quotaNames, quotas } from "./quotas.ts";
