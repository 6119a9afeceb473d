export { isPublicAddress, ownAddresses } from "./addresses.ts";
export type { Clock } from "./clock.ts";
export { isLoopbackName, loopbackAddresses } from "./loopback.ts";
export { type Judgement, judgeOutcome } from "./outcome.ts";
export { createResolver, type NameResolver, type Resolution, type ResolverOptions } from "./resolver.ts";
export {
  createSafeSender,
  type SafeSender,
  type SafeSenderOptions,
  type SendOutcome,
} from "./safe-send.ts";
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
export type { FailureReason } from "./send-failure.ts";
export { defaultSendLimits, type SendLimits } from "./send-limits.ts";
export { checkSignedUrl } from "./signed-url.ts";
export type { SendRequest } from "./transmit.ts";
export { checkPublicUrl, type UrlPurpose, type UrlRules, type UrlVerdict } from "./url-rules.ts";
