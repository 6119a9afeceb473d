import { createReporter } from "./app-error.ts";
import type { AppOptions } from "./app-options.ts";
import { systemTime } from "./clock.ts";
import { readSettings } from "./config/settings.ts";
import type { AppContext } from "./context.ts";
import { completeInstallation } from "./install/complete-installation.ts";
import { createFailedPage } from "./install/failed-page.ts";
import { keepSubscribed } from "./install/keep-subscribed.ts";
import { openPage } from "./install/open-page.ts";
import { uninstallTopic } from "./install/subscribe-webhooks.ts";
import { createSend } from "./network/send.ts";
import { authenticate, type SessionVerdict, type WithHeaders } from "./session/authenticate.ts";
import { createStoreClient, type StoreClient } from "./store-api/store-client.ts";
import type { Installation } from "./stores/token-store.ts";
import { memoryDeliveryStore } from "./webhooks/memory-delivery-store.ts";
import { receiveRequest } from "./webhooks/receive-request.ts";
import type { Webhook } from "./webhooks/webhook.ts";

/** A URL that an app answers. */
export interface AppRoute {
  method: "GET" | "POST";
  /** The path without a query. */
  path: string;
}

/** An app: the URLs it answers, authentication of its users, and the APIs of its stores. */
export interface App {
  /** The App URL, the Redirection URL, the webhook URL, and the paths of links in the admin. */
  routes: readonly AppRoute[];
  /** The origin of the App URL. */
  origin: string;
  /** Answer a request to one of the app's URLs; null for any other URL. */
  handle(request: Request): Promise<Response | null>;
  /** Answer any request, with 404 for other URLs: for a server that does nothing else. */
  fetch(request: Request): Promise<Response>;
  /** Identify who sent a request of the embedded page, by its session token. */
  authenticate(request: WithHeaders): Promise<SessionVerdict>;
  /**
   * Get the API of a store. Its calls throw `NotInstalledError` when the store does not have the app installed.
   */
  shop(shop: string): StoreClient;
  /** List every store that has the app installed. */
  shops(): Promise<string[]>;
  /** Pass an error of the developer's own server to `onError`; the adapters do so where no framework handles it. */
  report(error: unknown): void;
}

const names = {
  clientId: "clientId",
  clientSecret: "clientSecret",
  appUrl: "appUrl",
  redirectUrl: "redirectUrl",
  webhookUrl: "webhookUrl",
  scopes: "scopes",
  storeDomainSuffix: "storeDomainSuffix",
};

/**
 * Create an app. It holds no state beside its token and delivery stores, so one process can run several apps, and one app several
 * processes.
 *
 * @throws ConfigError with a sentence for each invalid option
 */
export function createApp(options: AppOptions): App {
  const settings = readSettings(options, names);
  const send = options.send ?? createSend();
  const context: AppContext = {
    settings,
    store: options.store,
    now: options.now ?? systemTime,
    // A custom sender such as `fetch` would send the secret along with a redirect.
    send: (url, init) => send(url, { ...init, redirect: "manual" }),
    report: createReporter(options.onError),
  };
  const answers = createHandlers(options, context);
  const routes = [
    { method: "GET", path: new URL(settings.appUrl).pathname, where: "page", answer: answers.open },
    {
      method: "GET",
      path: new URL(settings.redirectUrl).pathname,
      where: "install",
      answer: answers.complete,
    },
    {
      method: "POST",
      path: new URL(settings.webhookUrl).pathname,
      where: "webhook",
      answer: answers.receive,
    },
    ...listLinkPaths(options, settings.appUrl).map(
      (path) => ({ method: "GET", path, where: "page", answer: answers.open }) as const,
    ),
  ] as const;
  const handle: App["handle"] = async (request) => {
    const { pathname } = new URL(request.url);
    const route = routes.find(({ method, path }) => method === request.method && path === pathname);
    if (route === undefined) return null;
    try {
      return await route.answer(request);
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

/** Return the paths of links that are not the App URL's own. */
function listLinkPaths({ adminLinks = [] }: AppOptions, appUrl: string): string[] {
  const paths = new Set(adminLinks.map(({ url }) => new URL(url, appUrl).pathname));
  paths.delete(new URL(appUrl).pathname);
  return [...paths];
}

type Answer = (request: Request) => Promise<Response>;

function createHandlers(
  options: AppOptions,
  context: AppContext,
): Record<"open" | "complete" | "receive", Answer> {
  const { page, webhooks = {}, fulfillment = {}, rates, adminLinks: links } = options;
  const topics = [uninstallTopic, ...Object.keys(webhooks)].sort();
  const subscriptions = { topics, url: context.settings.webhookUrl, links, rates: rates !== undefined };
  const subscribe = (installation: Installation): Promise<void> =>
    keepSubscribed(installation, subscriptions, context);
  const delivery = {
    deliveries: options.deliveries ?? memoryDeliveryStore(),
    getHandler: (topic: string) => findHandler(webhooks, topic),
    onUninstalled: async (notice: { shop: string }) => options.onUninstalled?.(notice),
  };
  const installed = async (installation: Installation, first: boolean): Promise<void> => {
    await subscribe(installation);
    const { shop } = installation;
    try {
      await options.onInstalled?.({ shop, first, api: createStoreClient(shop, context) });
    } catch (error) {
      context.report({ where: "install", shop, error });
    }
  };
  return {
    open: (request) => openPage(request, { page, keepSubscribed: subscribe }, context),
    complete: (request) => completeInstallation(request, { installed }, context),
    receive: (request) => receiveRequest(request, { delivery, fulfillment, rates }, context),
  };
}

/** Return the handler of a topic; it takes the payload of the topic it is looked up by. */
function findHandler(
  webhooks: NonNullable<AppOptions["webhooks"]>,
  topic: string,
): ((webhook: Webhook) => Promise<void>) | undefined {
  const handlers = webhooks as Readonly<Record<string, (webhook: Webhook) => Promise<void>>>;
  return Object.hasOwn(handlers, topic) ? handlers[topic] : undefined;
}
