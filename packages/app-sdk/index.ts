export {
  ApiError,
  type Send,
  walkCursor,
  walkDelivered,
  walkEvents,
  walkPages,
  walkSince,
} from "@souk/client";
export type { AppRate, RateRequestBody, Right, Role, Scope, TopicName } from "@souk/contract";
export type { VerifyWebhookOptions, WebhookVerdict } from "@souk/signing";
export { expressHandler } from "./adapters/express-handler.ts";
export {
  type FastifyReply,
  type FastifyRequest,
  type FastifyScope,
  fastifyPlugin,
} from "./adapters/fastify-plugin.ts";
export { nodeHandler } from "./adapters/node-handler.ts";
export { standardListener } from "./adapters/standard-listener.ts";
export type { AppError } from "./app-error.ts";
export type { AdminLink, AppOptions, PageContext } from "./app-options.ts";
export { ConfigError } from "./config/config-error.ts";
export { readAddress, type ServerAddress } from "./config/read-address.ts";
export { type AppConfig, readAppConfig } from "./config/read-app-config.ts";
export { type App, type AppRoute, createApp } from "./create-app.ts";
export type { WithHeaders } from "./network/read-header.ts";
export { createSend, type SendOptions } from "./network/send.ts";
export { escapeHtml } from "./pages/escape-html.ts";
export { type Listening, listen } from "./server/listen.ts";
export { run } from "./server/run.ts";
export type { Session, SessionFailure, SessionVerdict } from "./session/authenticate.ts";
export { createSignedTokens, type SignedTokens } from "./session/signed-tokens.ts";
export { NotInstalledError } from "./store-api/not-installed-error.ts";
export type { StoreClient } from "./store-api/store-client.ts";
export { updatedSinceWithOverlap } from "./store-api/updated-since-with-overlap.ts";
export { fileTokenStore } from "./stores/file-token-store.ts";
export { memoryTokenStore } from "./stores/memory-token-store.ts";
export type { PostgresLike } from "./stores/postgres-table.ts";
export { postgresTokenStore } from "./stores/postgres-token-store.ts";
export type { Installation, TokenStore } from "./stores/token-store.ts";
export {
  type SignedQuery,
  type SignedQueryFailure,
  type SignedQueryVerdict,
  type VerifySignedQueryOptions,
  verifySignedQuery,
} from "./verify/verify-signed-query.ts";
export { verifyWebhook } from "./verify/verify-webhook.ts";
export type { Claim, DeliveryStore } from "./webhooks/delivery-store.ts";
export {
  type FulfillmentHandlers,
  type FulfillmentReply,
  type FulfillmentRequest,
  link,
  message,
} from "./webhooks/fulfillment.ts";
export { isNewer, type Timestamped } from "./webhooks/is-newer.ts";
export { memoryDeliveryStore } from "./webhooks/memory-delivery-store.ts";
export { postgresDeliveryStore } from "./webhooks/postgres-delivery-store.ts";
export type { RateHandler, RateRequest } from "./webhooks/rates.ts";
export type { Webhook, WebhookHandlers } from "./webhooks/webhook.ts";
