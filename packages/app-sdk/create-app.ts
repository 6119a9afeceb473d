import type { AppOptions } from "./app-options.ts";
import { systemTime } from "./clock.ts";
import { readSettings } from "./config/settings.ts";
import type { Ground } from "./ground.ts";
import { completeInstallation } from "./install/complete-installation.ts";
import { failedPage } from "./install/failed-page.ts";
import { keepSubscribed } from "./install/keep-subscribed.ts";
import { openPage } from "./install/open-page.ts";
import { uninstallTopic } from "./install/subscribe-webhooks.ts";
import { createSend } from "./network/send.ts";
import { reporter } from "./problem.ts";
import { authenticate, type SessionVerdict, type WithHeaders } from "./session/authenticate.ts";
import { type ShopClient, shopClient } from "./shop-api/shop-client.ts";
import type { Installation } from "./stores/token-store.ts";
import { memoryDeliveryStore } from "./webhooks/memory-delivery-store.ts";
import { receiveRequest } from "./webhooks/receive-request.ts";
import type { Webhook } from "./webhooks/webhook.ts";

/** One of the addresses that an app answers at. */
export interface AppRoute {
  method: "GET" | "POST";
  /** Without a query. */
  path: string;
}

/** An app: its addresses for the platform, its proof of who calls, and the APIs of its shops. */
export interface App {
  /** App URL, Redirection URL and webhook URL, and the paths of links in the admin. */
  routes: readonly AppRoute[];
  /** The origin of the App URL. */
  origin: string;
  /** Answers a request to one of the app's addresses; null for every other one, which is the developer's own. */
  handle(request: Request): Promise<Response | null>;
  /** The same for a server that does nothing else: other addresses are answered with 404. */
  fetch(request: Request): Promise<Response>;
  /** Says who sent a request of the embedded page, by its session token. */
  authenticate(request: WithHeaders): Promise<SessionVerdict>;
  /** The API of a shop that has the app installed. A call throws `NotInstalledError` where it has not. */
  shop(shop: string): ShopClient;
  /** Every shop that has the app installed. */
  shops(): Promise<string[]>;
  /** Tells `onProblem` of a failure in the developer's own server; the adapters do, where no framework takes it. */
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
 * Makes an app of Souk. It holds no state beside its stores, so a process may have several and an app several processes.
 *
 * @throws ConfigError with a sentence for each option that cannot be used
 */
export function createApp(options: AppOptions): App {
  const settings = readSettings(options, names);
  const send = options.send ?? createSend();
  const ground: Ground = {
    settings,
    store: options.store,
    now: options.now ?? systemTime,
    // A sender of the developer's own, such as `fetch`, would carry the secret along a redirect.
    send: (url, init) => send(url, { ...init, redirect: "manual" }),
    report: reporter(options.onProblem),
  };
  const answers = answersOf(options, ground);
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
    ...linkPaths(options, settings.appUrl).map(
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
      ground.report({ where: route.where, shop: null, error });
      return failedPage();
    }
  };
  return {
    routes: routes.map(({ method, path }) => ({ method, path })),
    origin: new URL(settings.appUrl).origin,
    handle,
    fetch: async (request) => (await handle(request)) ?? new Response("Not found\n", { status: 404 }),
    authenticate: (request) => authenticate(request, ground),
    shop: (shop) => shopClient(shop, ground),
    shops: () => ground.store.shops(),
    report: (error) => ground.report({ where: "server", shop: null, error }),
  };
}

/** The paths of links that are not the App URL's own. */
function linkPaths({ adminLinks = [] }: AppOptions, appUrl: string): string[] {
  const paths = new Set(adminLinks.map(({ url }) => new URL(url, appUrl).pathname));
  paths.delete(new URL(appUrl).pathname);
  return [...paths];
}

type Answer = (request: Request) => Promise<Response>;

function answersOf(options: AppOptions, ground: Ground): Record<"open" | "complete" | "receive", Answer> {
  const { page, webhooks = {}, fulfillment = {}, rates, adminLinks: links } = options;
  const topics = [uninstallTopic, ...Object.keys(webhooks)].sort();
  const subscriptions = { topics, url: ground.settings.webhookUrl, links, rates: rates !== undefined };
  const subscribe = (installation: Installation): Promise<void> =>
    keepSubscribed(installation, subscriptions, ground);
  const delivery = {
    deliveries: options.deliveries ?? memoryDeliveryStore(),
    handlerOf: (topic: string) => handlerOf(webhooks, topic),
    onUninstalled: async (notice: { shop: string }) => options.onUninstalled?.(notice),
  };
  const installed = async (installation: Installation, first: boolean): Promise<void> => {
    await subscribe(installation);
    const { shop } = installation;
    try {
      await options.onInstalled?.({ shop, first, api: shopClient(shop, ground) });
    } catch (error) {
      ground.report({ where: "install", shop, error });
    }
  };
  return {
    open: (request) => openPage(request, { page, keepSubscribed: subscribe }, ground),
    complete: (request) => completeInstallation(request, { installed }, ground),
    receive: (request) => receiveRequest(request, { delivery, fulfillment, rates }, ground),
  };
}

/** A handler takes the payload of its own topic, which is the one it is looked up by. */
function handlerOf(
  webhooks: NonNullable<AppOptions["webhooks"]>,
  topic: string,
): ((webhook: Webhook) => Promise<void>) | undefined {
  const handlers = webhooks as Readonly<Record<string, (webhook: Webhook) => Promise<void>>>;
  return Object.hasOwn(handlers, topic) ? handlers[topic] : undefined;
}
