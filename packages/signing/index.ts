export { type BodyVerdict, signBody, verifyBody } from "./body.ts";
export {
  buildCanonicalQuery,
  type CanonicalQuery,
  type QueryError,
  type QueryInput,
} from "./canonical-query.ts";
export { isEqualInConstantTime } from "./constant-time.ts";
export { deriveKey } from "./derived-key.ts";
export { isFresh } from "./freshness.ts";
export {
  deriveOperatorKey,
  isOperatorBody,
  type OperatorRequest,
  type OperatorVerdict,
  signOperator,
  verifyOperator,
} from "./operator.ts";
export { type QueryVerdict, signQuery, type VerifyQueryOptions, verifyQuery } from "./query.ts";
export { readSecretKey, readSecretKeys } from "./secret-key.ts";
export {
  type SessionClaims,
  type SessionTokenError,
  type SessionTokenVerdict,
  signSessionToken,
  type VerifySessionTokenOptions,
  verifySessionToken,
} from "./session-token.ts";
export type { Signature } from "./signature.ts";
export { isStoreHostname } from "./store-hostname.ts";
export {
  type SignWebhookOptions,
  signWebhook,
  type VerifyWebhookOptions,
  verifyWebhook,
  type WebhookHeaders,
  type WebhookVerdict,
} from "./webhook.ts";
