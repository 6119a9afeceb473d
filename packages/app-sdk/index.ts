export {
  ApiError,
  type Send,
  walkCursor,
  walkDelivered,
  walkEvents,
  walkPages,
  walkSince,
} from "@souk/client";
export type { AppRate, RateQuestion, Scope, TopicName } from "@souk/contract";
export { expressHandler } from "./adapters/express-handler.ts";
export {
  type FastifyReply,
  type FastifyRequest,
  type FastifyScope,
  fastifyPlugin,
} from "./adapters/fastify-plugin.ts";
export { nodeHandler } from "./adapters/node-handler.ts";
export { standardListener } from "./adapters/standard-listener.ts";
export type { AdminLink, AppOptions, PageContext } from "./app-options.ts";
export { ConfigError } from "./config/config-error.ts";
export { readAddress, type ServerAddress } from "./config/read-address.ts";
export { type AppConfig, readAppConfig } from "./config/read-app-config.ts";
export { type App, type AppRoute, createApp } from "./create-app.ts";
export { createSend, type SendOptions } from "./network/send.ts";
export { escapeHtml } from "./pages/escape-html.ts";
export type { Problem } from "./problem.ts";
export { type Listening, listen } from "./server/listen.ts";
export { run } from "./server/run.ts";
export type { Session, SessionRefusal, SessionVerdict, WithHeaders } from "./session/authenticate.ts";
export { createPasses, type Passes } from "./session/passes.ts";
export { NotInstalledError } from "./shop-api/not-installed-error.ts";
export { overlapBefore } from "./shop-api/overlap-before.ts";
export type { ShopClient } from "./shop-api/shop-client.ts";
export { fileTokenStore } from "./stores/file-token-store.ts";
export { memoryTokenStore } from "./stores/memory-token-store.ts";
export type { PostgresLike } from "./stores/postgres-table.ts";
export { postgresTokenStore } from "./stores/postgres-token-store.ts";
export type { Installation, TokenStore } from "./stores/token-store.ts";
export { verifySignedBody } from "./verify/verify-signed-body.ts";
export {
  type SignedQuery,
  type SignedQueryRefusal,
  type SignedQueryVerdict,
  type VerifySignedQueryOptions,
  verifySignedQuery,
} from "./verify/verify-signed-query.ts";
export type { Claim, DeliveryStore } from "./webhooks/delivery-store.ts";
export {
  type FulfillmentHandlers,
  type FulfillmentReply,
  type FulfillmentRequest,
  link,
  message,
} from "./webhooks/fulfillment.ts";
export { type Dated, isNewer } from "./webhooks/is-newer.ts";
export { memoryDeliveryStore } from "./webhooks/memory-delivery-store.ts";
export { postgresDeliveryStore } from "./webhooks/postgres-delivery-store.ts";
export type { RateHandler, RateRequest } from "./webhooks/rates.ts";
export type { Webhook, WebhookHandlers } from "./webhooks/webhook.ts";
