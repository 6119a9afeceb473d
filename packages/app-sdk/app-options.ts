import type { Send } from "@souk/client";
import type { OperationBody, operations, Scope } from "@souk/contract";
import type { AppError } from "./app-error.ts";
import type { StoreClient } from "./store-api/store-client.ts";
import type { Installation, TokenStore } from "./stores/token-store.ts";
import type { DeliveryStore } from "./webhooks/delivery-store.ts";
import type { FulfillmentHandlers } from "./webhooks/fulfillment.ts";
import type { RateHandler } from "./webhooks/rates.ts";
import type { WebhookHandlers } from "./webhooks/webhook.ts";

/** A load of the App URL by a store that has the app installed (INS-21). */
export interface PageContext {
  request: Request;
  shop: string;
  host_url: string;
  /** The decoded parameters of the query, including those of an admin link, for example a record's id. */
  parameters: ReadonlyMap<string, string>;
  /** The stored installation, without its token. */
  installation: Omit<Installation, "access_token">;
  /** The address of `app-bridge.js`, for a `<script src>` of the page. */
  bridge_url: string;
  /** The API of the store. */
  api: StoreClient;
}

/** A link of the app in the store's admin: its label, its placement and the path that it opens. */
export type AdminLink = OperationBody<typeof operations.createAdminLink>;

/** The options of an app. Only the settings, the store and the page are required. */
export interface AppOptions {
  /** The client id from the partner dashboard. */
  clientId: string;
  /**
   * The client secret from the partner dashboard; during a rotation the old one and the new one, in any order.
   */
  clientSecret: string | readonly string[];
  /** The App URL as registered, at which the platform opens the app. */
  appUrl: string;
  /** The Redirection URL as registered; defaults to `/auth/callback` on the App URL's origin. */
  redirectUrl?: string;
  /**
   * The URL that receives webhooks, fulfillment requests and rate requests; defaults to `/webhooks` on the App URL's
   * origin.
   */
  webhookUrl?: string;
  /** The scopes that the app requests. A store that granted fewer is asked again at its next load. */
  scopes: readonly Scope[];
  /** The domain suffix of all stores, for example `.souk.example`. */
  storeDomainSuffix: string;
  /** Stores installations. */
  store: TokenStore;
  /** Renders the app's page, once for every load. */
  page(context: PageContext): Response | Promise<Response>;
  /** The topics that the app subscribes to, with a handler for each. */
  webhooks?: WebhookHandlers;
  fulfillment?: FulfillmentHandlers;
  /**
   * Returns the app's shipping rates for a parcel, within 5 seconds; an empty list when the app does not carry it. The SDK
   * registers the callback at installation and verifies each request.
   */
  rates?: RateHandler;
  /**
   * The app's links in the admin, created together with the subscriptions; other links of an earlier release are deleted.
   * `page` also answers their paths, with the record's id in `parameters`. Without this option links are left unchanged.
   */
  adminLinks?: readonly AdminLink[];
  /** Stores which deliveries were handled; defaults to this process's memory. */
  deliveries?: DeliveryStore;
  /** Called after the token is stored. `first` is false when a known store has approved again. */
  onInstalled?(installed: { shop: string; first: boolean; api: StoreClient }): Promise<void>;
  /**
   * Called before the token is removed, and again if it throws. The store's API no longer responds. A store that disables the app
   * before removing it sends no notice (INS-17), so this is not called for it.
   */
  onUninstalled?(notice: { shop: string }): Promise<void>;
  /** Receives every error; defaults to writing it to standard error. */
  onError?(error: AppError): unknown;
  /** Sends requests; defaults to `createSend()`. It is asked not to follow redirects. */
  send?: Send;
  /** The current time; defaults to the system clock. */
  now?(): Date;
}
