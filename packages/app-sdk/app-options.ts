import type { Send } from "@souk/client";
import type { OperationBody, operations, Scope } from "@souk/contract";
import type { AppError } from "./app-error.ts";
import type { StoreClient } from "./store-api/store-client.ts";
import type { Installation, TokenStore } from "./stores/token-store.ts";
import type { DeliveryStore } from "./webhooks/delivery-store.ts";
import type { FulfillmentHandlers } from "./webhooks/fulfillment.ts";
import type { RateHandler } from "./webhooks/rates.ts";
import type { WebhookHandlers } from "./webhooks/webhook.ts";

/** What `page` receives when the App URL is loaded in a store that has the app installed (INS-21). */
export interface PageContext {
  request: Request;
  shop: string;
  host_url: string;
  /** The decoded query parameters, including those of an admin link, for example a record's id. */
  parameters: ReadonlyMap<string, string>;
  /** The stored installation, without its token. */
  installation: Omit<Installation, "access_token">;
  /** The URL of `app-bridge.js`, for a `<script src>` in the page. */
  bridge_url: string;
  /** The API of the store. */
  api: StoreClient;
}

/** A link of the app in the store's admin: its label, its placement and the path that it opens. */
export type AdminLink = OperationBody<typeof operations.createAdminLink>;

/** The options of an app. Only the settings, the token store and the page are required. */
export interface AppOptions {
  /** The client id from the partner dashboard. */
  clientId: string;
  /**
   * The client secret from the partner dashboard. During a rotation, both the old and the new secret, in
   * either order.
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
  /** The scopes that the app requests. A merchant who granted fewer scopes is asked for consent again at the next load. */
  scopes: readonly Scope[];
  /** The domain suffix of all stores, for example `.souk.example`. */
  storeDomainSuffix: string;
  /** The domain of the admin without `admin.`, if the platform has a separate domain for the admin (SOUK_ADMIN_DOMAIN of the platform). */
  adminDomain?: string;
  /** Stores installations. */
  store: TokenStore;
  /** Render the app's page. Called once for every load. */
  page(context: PageContext): Response | Promise<Response>;
  /** The topics that the app subscribes to, with a handler for each. */
  webhooks?: WebhookHandlers;
  /** The handlers of the Fulfill action for one order and for several orders. */
  fulfillment?: FulfillmentHandlers;
  /**
   * Return the app's shipping rates for a parcel, within 5 seconds, or an empty list if the app does not ship it. The SDK
   * registers the callback URL at installation and verifies each request.
   */
  rates?: RateHandler;
  /**
   * The app's links in the admin. They are created together with the subscriptions, and links that only an earlier release
   * had are deleted. `page` also handles their paths, with the record's id in `parameters`. Without this option, the SDK
   * does not change links.
   */
  adminLinks?: readonly AdminLink[];
  /** Stores which deliveries were handled; defaults to this process's memory. */
  deliveries?: DeliveryStore;
  /**
   * Called after the token is stored. `first` is false if the app was already installed and the merchant consented again.
   */
  onInstalled?(installed: { shop: string; first: boolean; api: StoreClient }): Promise<void>;
  /**
   * Called before the token is removed, and called again if this function throws. At this time, the app can no longer call
   * the store's API. If a merchant disables the app before removing it, no webhook is sent (INS-17), and this function is
   * not called.
   */
  onUninstalled?(notice: { shop: string }): Promise<void>;
  /** Receives every error; defaults to writing it to standard error. */
  onError?(error: AppError): unknown;
  /** Sends requests; defaults to `createSend()`. It is called with the option not to follow redirects. */
  send?: Send;
  /** The current time; defaults to the system clock. */
  now?(): Date;
}
