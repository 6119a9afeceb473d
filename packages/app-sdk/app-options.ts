import type { Send } from "@souk/client";
import type { BodyOf, operations, Scope } from "@souk/contract";
import type { Problem } from "./problem.ts";
import type { ShopClient } from "./shop-api/shop-client.ts";
import type { Installation, TokenStore } from "./stores/token-store.ts";
import type { DeliveryStore } from "./webhooks/delivery-store.ts";
import type { FulfillmentHandlers } from "./webhooks/fulfillment.ts";
import type { RateHandler } from "./webhooks/rates.ts";
import type { WebhookHandlers } from "./webhooks/webhook.ts";

/** A load of the App URL by a shop that has the app installed (INS-21). */
export interface PageContext {
  request: Request;
  shop: string;
  host_url: string;
  /** The decoded parameters of the query: also those of an admin link, such as a record's id. */
  parameters: ReadonlyMap<string, string>;
  /** What is kept of the shop, without its token. */
  installation: Omit<Installation, "access_token">;
  /** The address of `app-bridge.js`, for a `<script src>` of the page. */
  bridge_url: string;
  /** The API of the shop. */
  api: ShopClient;
}

/** A link of the app in the shop's admin: what it says, where it stands, and the path that it opens. */
export type AdminLink = BodyOf<typeof operations.createAdminLink>;

/** What an app is. Everything but the settings, the store and the page may be left out. */
export interface AppOptions {
  /** From the partner dashboard. */
  clientId: string;
  /** From the partner dashboard; during a rotation the old one and the new one, in any order. */
  clientSecret: string | readonly string[];
  /** As registered: where the platform opens the app. */
  appUrl: string;
  /** As registered; `/auth/callback` on the App URL's origin when left out. */
  redirectUrl?: string;
  /** Where webhooks, fulfillment requests and questions for rates are sent; `/webhooks` on the App URL's origin when left out. */
  webhookUrl?: string;
  /** What the app asks for. Shops that granted less are asked again at their next load. */
  scopes: readonly Scope[];
  /** The domain that shops stand below, such as `.souk.example`. */
  storeDomainSuffix: string;
  /** Where installations are kept. */
  store: TokenStore;
  /** Answers the app's page, once for every load. */
  page(context: PageContext): Response | Promise<Response>;
  /** The topics that the app subscribes to, and what it does with each. */
  webhooks?: WebhookHandlers;
  fulfillment?: FulfillmentHandlers;
  /**
   * The app's shipping rates for a parcel, within 5 seconds. The SDK has the shop ask for them from the installation on. The
   * signature was right; none for a parcel that the app does not take is an empty list.
   */
  rates?: RateHandler;
  /**
   * The app's links in the admin, put there with the subscriptions; links of an earlier release that are not among these are
   * taken away. `page` answers their paths too, with the record's id among `parameters`. Left out, no link is touched.
   */
  adminLinks?: readonly AdminLink[];
  /** Where handled deliveries are remembered; in this process when left out. */
  deliveries?: DeliveryStore;
  /** After the token is stored. `first` is false when a shop that was known has agreed again. */
  onInstalled?(installed: { shop: string; first: boolean; api: ShopClient }): Promise<void>;
  /**
   * Before the token is forgotten; called again when it throws. The shop's API no longer answers. A shop that disables the app
   * before it removes it sends no notice (INS-17), so this is not called for it.
   */
  onUninstalled?(notice: { shop: string }): Promise<void>;
  /** Told of every failure; writes to standard error when left out. */
  onProblem?(problem: Problem): unknown;
  /** The network; `createSend()` when left out. It is told to follow no redirect. */
  send?: Send;
  /** The time; the real one when left out. */
  now?(): Date;
}
