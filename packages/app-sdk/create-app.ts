import { createReporter } from "./app-error.ts";
import type { AppOptions } from "./app-options.ts";
import { getSystemTime } from "./clock.ts";
import { validateSettings } from "./config/settings.ts";
import type { AppContext } from "./context.ts";
import { completeInstallation } from "./install/complete-installation.ts";
import { createFailedPage } from "./install/failed-page.ts";
import { openPage } from "./install/open-page.ts";
import { uninstallTopic } from "./install/subscribe-webhooks.ts";
import { syncSubscriptions } from "./install/sync-subscriptions.ts";
import type { WithHeaders } from "./network/read-header.ts";
import { createSend } from "./network/send.ts";
import { authenticate, type SessionVerdict } from "./session/authenticate.ts";
import { createStoreClient, type StoreClient } from "./store-api/store-client.ts";
import type { Installation } from "./stores/token-store.ts";
import { memoryDeliveryStore } from "./webhooks/memory-delivery-store.ts";
import { receiveRequest } from "./webhooks/receive-request.ts";
import type { Webhook } from "./webhooks/webhook.ts";

/** A URL that an app handles. */
export interface AppRoute {
  method: "GET" | "POST";
  /** The path without a query. */
  path: string;
}

/** An app: the URLs that it handles, the authentication of its users, and the APIs of its stores. */
export interface App {
  /** The App URL, the Redirection URL, the webhook URL, and the paths of the app's links in the admin. */
  routes: readonly AppRoute[];
  /** The origin of the App URL. */
  origin: string;
  /** Handle a request to one of the app's URLs. @returns null for any other URL */
  handle(request: Request): Promise<Response | null>;
  /**
   * Handle a request to one of the app's URLs, and respond to any other URL with 404. This is for a server that does
   * nothing else.
   */
  fetch(request: Request): Promise<Response>;
  /** Identify who sent a request from the embedded page, by the request's session token. */
  authenticate(request: WithHeaders): Promise<SessionVerdict>;
  /**
   * Get the API of a store. Its calls throw `NotInstalledError` if the store does not have the app installed.
   */
  shop(shop: string): StoreClient;
  /** List every store that has the app installed. */
  shops(): Promise<string[]>;
  /** Pass an error of the developer's own server to `onError`. The adapters do this unless a framework handles the error. */
  report(error: unknown): void;
}

const optionNames = {
  clientId: "clientId",
  clientSecret: "clientSecret",
  appUrl: "appUrl",
  redirectUrl: "redirectUrl",
  webhookUrl: "webhookUrl",
  scopes: "scopes",
  storeDomainSuffix: "storeDomainSuffix",
  adminDomain: "adminDomain",
};

/**
 * Create an app. It has no state except its token and delivery stores, so one process can run several apps, and several
 * processes can run one app.
 *
 * @throws ConfigError with a sentence for each invalid option
 */
export function createApp(options: AppOptions): App {
  const settings = validateSettings(options, optionNames);
  const send = options.send ?? createSend();
  const context: AppContext = {
    settings,
    store: options.store,
    now: options.now ?? getSystemTime,
    // Without "manual", a custom sender such as `fetch` would follow a redirect and send the client secret to the new URL.
    send: (url, init) => send(url, { ...init, redirect: "manual" }),
    report: createReporter(options.onError),
  };
  const handlers = createHandlers(options, context);
  const routes = [
    { method: "GET", path: new URL(settings.appUrl).pathname, where: "page", handle: handlers.open },
    {
      method: "GET",
      path: new URL(settings.redirectUrl).pathname,
      where: "install",
      handle: handlers.complete,
    },
    {
      method: "POST",
      path: new URL(settings.webhookUrl).pathname,
      where: "webhook",
      handle: handlers.receive,
    },
    ...listLinkPaths(options, settings.appUrl).map(
      (path) => ({ method: "GET", path, where: "page", handle: handlers.open }) as const,
    ),
  ] as const;
  const handle: App["handle"] = async (request) => {
    const { pathname } = new URL(request.url);
    const route = routes.find(({ method, path }) => method === request.method && path === pathname);
    if (route === undefined) return null;
    try {
      return await route.handle(request);
    } catch (error) {
      context.report({ where: route.where, shop: null, error });
      return createFailedPage();
    }
  };
  return {
    routes: routes.map(({ method, path }) => ({ method, path })),
    origin: new URL(settings.appUrl).origin,
    handle,
    fetch: async (request) => (await handle(request)) ?? new Response("Not found\n", { status: 404 }),
    authenticate: (request) => authenticate(request, context),
    shop: (shop) => createStoreClient(shop, context),
    shops: () => context.store.shops(),
    report: (error) => context.report({ where: "server", shop: null, error }),
  };
}

/** List the paths of the app's links in the admin, except the path of the App URL. */
function listLinkPaths({ adminLinks = [] }: AppOptions, appUrl: string): string[] {
  const paths = new Set(adminLinks.map(({ url }) => new URL(url, appUrl).pathname));
  paths.delete(new URL(appUrl).pathname);
  return [...paths];
}

type RequestHandler = (request: Request) => Promise<Response>;

/** Create the handlers of requests to the App URL (`open`), the Redirection URL (`complete`) and the webhook URL (`receive`). */
function createHandlers(
  options: AppOptions,
  context: AppContext,
): Record<"open" | "complete" | "receive", RequestHandler> {
  const { page, webhooks = {}, fulfillment = {}, rates, adminLinks } = options;
  const topics = [uninstallTopic, ...Object.keys(webhooks)].sort();
  const subscriptions = {
    topics,
    url: context.settings.webhookUrl,
    links: adminLinks,
    hasRates: rates !== undefined,
  };
  const subscribe = (installation: Installation): Promise<void> =>
    syncSubscriptions(installation, subscriptions, context);
  const deliveryDeps = {
    deliveries: options.deliveries ?? memoryDeliveryStore(),
    getHandler: (topic: string) => findHandler(webhooks, topic),
    onUninstalled: async (notice: { shop: string }) => options.onUninstalled?.(notice),
  };
  const onInstalled = async (installation: Installation, isFirst: boolean): Promise<void> => {
    await subscribe(installation);
    const { shop } = installation;
    try {
      await options.onInstalled?.({ shop, first: isFirst, api: createStoreClient(shop, context) });
    } catch (error) {
      context.report({ where: "install", shop, error });
    }
  };
  return {
    open: (request) => openPage(request, { page, syncSubscriptions: subscribe }, context),
    complete: (request) => completeInstallation(request, { onInstalled }, context),
    receive: (request) => receiveRequest(request, { delivery: deliveryDeps, fulfillment, rates }, context),
  };
}

/** Return the handler of a topic. Call the handler only with webhooks of this topic, though its type accepts any webhook. */
function findHandler(
  webhooks: NonNullable<AppOptions["webhooks"]>,
  topic: string,
): ((webhook: Webhook) => Promise<void>) | undefined {
  const handlers = webhooks as Readonly<Record<string, (webhook: Webhook) => Promise<void>>>;
  return Object.hasOwn(handlers, topic) ? handlers[topic] : undefined;
}
