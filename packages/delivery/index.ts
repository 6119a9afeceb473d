export { isPublicAddress } from "./addresses.ts";
export {
  heldAtMostMs,
  isPastRetryWindow,
  lastAttemptAfterMs,
  nextAttempt,
  type RetryAnswer,
  type RetryQuestion,
  retryWaitsMs,
  retryWindowMs,
} from "./schedule.ts";
export { checkSignedUrl } from "./signed-url.ts";
export { checkPublicUrl, type UrlPurpose, type UrlRules, type UrlVerdict } from "./url-rules.ts";
