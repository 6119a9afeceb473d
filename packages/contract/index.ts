export { adminSession, createStaff, partnerSession } from "./console/people.ts";
export { openapi, operationsOf, type PublicVersion } from "./documents/openapi.ts";
export { refusalsOf } from "./documents/refusals.ts";
export { errorHelp } from "./error-help.ts";
export * from "./errors.ts";
export { instantOf, isTimeZone, offsetAt, readDate } from "./local-time.ts";
export { currencyExponent, parseMoney } from "./money.ts";
export * from "./operation.ts";
export { operations } from "./operations.ts";
export * from "./paging.ts";
export * from "./query.ts";
export { passwordLength } from "./schemas/people.ts";
export * from "./scopes.ts";
export { reservedHandles, surfaces } from "./surfaces.ts";
export {
  nearestTopic,
  opensPayload,
  type Topic,
  type TopicName,
  topicOf,
  topics,
} from "./topics/catalogue.ts";
export { type WebhookHeader, webhookHeaders } from "./topics/headers.ts";
