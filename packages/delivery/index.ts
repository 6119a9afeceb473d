export { isPublicAddress, listMachineAddresses } from "./addresses.ts";
export { resumeLanesOfApps, stopLanesOfApps } from "./app-lanes.ts";
export type { Clock } from "./clock.ts";
export { type DatabaseClock, databaseClock, momentCte } from "./database-clock.ts";
export { type DeliveryEngine, type DeliveryEngineOptions, startDeliveryEngine } from "./delivery-engine.ts";
export {
  type DeliveryFilter,
  type LaneHealth,
  type LoggedDelivery,
  readDeliveryLog,
  readLaneHealth,
} from "./delivery-log.ts";
export type { DeliveryMetrics } from "./delivery-metrics.ts";
export { lockEventHead, moveEventHead } from "./event-log.ts";
export { expireDeliveries } from "./expire.ts";
export {
  claimFailingEndpoints,
  type FailingEndpoint,
  maxCountedDeliveries,
} from "./failing-endpoints.ts";
export { type Failpoint, type FailpointName, failpointNames, noFailpoint } from "./failpoint.ts";
export { type DeliveryDraft, fanOut, type WokenLane } from "./fan-out.ts";
export {
  closeLanesOfInstallation,
  resumeLanesOfInstallation,
  stopLanesOfInstallation,
} from "./installation-lanes.ts";
export { freeLeases } from "./lane-leases.ts";
export { createLocalHosts, isLocalHost, type LocalAccess, type LocalHosts } from "./local-hosts.ts";
export { findLoopbackAddresses, isLoopbackName } from "./loopback.ts";
export { evaluateOutcome, type OutcomeEvaluation } from "./outcome.ts";
export { createPoller, type Poller, type PollerOptions } from "./poller.ts";
export { filterPayload } from "./reduce-payload.ts";
export {
  loadLastDeliveryNumber,
  type ReplayBatch,
  type ReplayResult,
  replayDelivery,
  replayFailed,
} from "./replay.ts";
export { createResolver, type NameResolver, type Resolution, type ResolverOptions } from "./resolver.ts";
export {
  createSafeSender,
  type SafeSender,
  type SafeSenderOptions,
  type SendOutcome,
} from "./safe-send.ts";
export {
  isPastRetryWindow,
  lastAttemptAfterMs,
  maxFirstWaitMs,
  type NextAttempt,
  planNextAttempt,
  type RetryInput,
  retryWaitsMs,
  retryWindowMs,
} from "./schedule.ts";
export type { FailureReason } from "./send-failure.ts";
export { defaultSendLimits, type SendLimits } from "./send-limits.ts";
export { buildSignedPost } from "./signed-post.ts";
export { checkSignedUrl } from "./signed-url.ts";
export { closeSubscriptionLane, moveSubscriptionLane, openSubscriptionLane } from "./subscription-lane.ts";
export type { SendRequest } from "./transmit.ts";
export { type ConcurrencyLimits, defaultConcurrencyLimits } from "./turn-queue.ts";
export {
  cancelUninstallNotice,
  enqueueUninstallNotice,
  type UninstallNotice,
  uninstallTopic,
} from "./uninstall-notice.ts";
export { removeUnusedEndpoints } from "./unused-endpoints.ts";
export { checkPublicUrl, type UrlPurpose, type UrlRules, type UrlVerdict } from "./url-rules.ts";
export { openWakeChannel, type WakeChannel, type WakeHandlers } from "./wake-channel.ts";
