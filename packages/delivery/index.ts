export { isPublicAddress, ownAddresses } from "./addresses.ts";
export type { Clock } from "./clock.ts";
export { type DatabaseClock, databaseClock, momentOfClock } from "./database-clock.ts";
export { type DeliveryEngine, type DeliveryEngineOptions, startDeliveryEngine } from "./delivery-engine.ts";
export {
  type DeliveryQuestion,
  type LaneHealth,
  type LoggedDelivery,
  readDeliveryLog,
  readLaneHealth,
} from "./delivery-log.ts";
export type { DeliveryMetrics } from "./delivery-metrics.ts";
export { lockEventHead, moveEventHead } from "./event-log.ts";
export { expireDeliveries } from "./expire.ts";
export {
  type FailingEndpoint,
  mostWaiting,
  takeFailingEndpoints,
} from "./failing-endpoints.ts";
export { type Failpoint, type FailpointName, failpointNames, noFailpoint } from "./failpoint.ts";
export { type DeliveryDraft, fanOut, type WokenLane } from "./fan-out.ts";
export { freeLeases } from "./lane-leases.ts";
export { resumeLanesOfApps, stopLanesOfApps } from "./lanes-of-apps.ts";
export { bumpLaneEpochs, cancelDeliveries, resumeInstallation } from "./lanes-of-installation.ts";
export { isLoopbackName, loopbackAddresses } from "./loopback.ts";
export { type Judgement, judgeOutcome } from "./outcome.ts";
export { guardedPayload } from "./reduce-payload.ts";
export {
  lastDeliveryNumber,
  type Replayed,
  type ReplayedPart,
  replayDelivery,
  replayFailed,
} from "./replay.ts";
export { createResolver, type NameResolver, type Resolution, type ResolverOptions } from "./resolver.ts";
export { createRounds, type Rounds, type RoundsOptions } from "./rounds.ts";
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
export { signedPost } from "./signed-post.ts";
export { checkSignedUrl } from "./signed-url.ts";
export { closeSubscriptionLane, moveSubscriptionLane, openSubscriptionLane } from "./subscription-lane.ts";
export type { SendRequest } from "./transmit.ts";
export { defaultWidths, type Widths } from "./turn-order.ts";
export {
  cancelUninstallNotice,
  enqueueUninstallNotice,
  type UninstallNotice,
  uninstallTopic,
} from "./uninstall-notice.ts";
export { removeUnusedEndpoints } from "./unused-endpoints.ts";
export { checkPublicUrl, type UrlPurpose, type UrlRules, type UrlVerdict } from "./url-rules.ts";
export { openWakeChannel, type WakeChannel, type WakeHandlers } from "./wake-channel.ts";
