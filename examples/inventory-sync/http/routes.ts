import type { IncomingMessage, ServerResponse } from "node:http";
import { ApiError, NotInstalledError } from "@souk/app-sdk";
import { streamChanges } from "../live/stream.ts";
import { buildProductsQuery, parseProductIds } from "../pages/selected-products.ts";
import { renderMessagePage, renderStockPage } from "../pages/stock-page.ts";
import { identifyCaller } from "../session/identify-caller.ts";
import { buildTokenCookie, readTokenCookie, tokenLifetimeSeconds } from "../session/token-cookie.ts";
import { changeStock, parseStockChange } from "../stock/change-stock.ts";
import { loadStock } from "../stock/load-stock.ts";
import type { Sync } from "../sync.ts";
import { sendAsset } from "./assets.ts";
import { readJson, sendError, sendJson, sendPage } from "./responses.ts";

interface RouteRequest {
  request: IncomingMessage;
  reply: ServerResponse;
  url: URL;
  /** The part of the path that differs between requests: the hostname of a store or the name of a file. */
  name: string;
}

type RouteHandler = (request: RouteRequest, sync: Sync) => Promise<void>;

const routes: readonly [method: string, path: RegExp, handler: RouteHandler][] = [
  ["GET", /^\/assets\/([a-z-]+\.[a-z]+)$/, async ({ reply, name }) => sendAsset(reply, name)],
  ["GET", /^\/enter$/, startTabSession],
  ["GET", /^\/shops\/([a-z0-9.-]+)$/, sendTabPage],
  ["GET", /^\/shops\/([a-z0-9.-]+)\/stock$/, sendStock],
  ["PUT", /^\/shops\/([a-z0-9.-]+)\/stock$/, handleStockChange],
  ["GET", /^\/shops\/([a-z0-9.-]+)\/live$/, sendLiveChanges],
];

/** Respond to a request whose path the SDK does not handle. */
export async function sendRouteResponse(
  request: IncomingMessage,
  reply: ServerResponse,
  sync: Sync,
): Promise<void> {
  // Anyone can send a request target that is not a valid URL, such as `//`.
  const url = URL.parse(request.url ?? "/", sync.app.origin);
  const route = routes.find(([method, path]) => method === request.method && path.test(url?.pathname ?? ""));
  if (url === null || route === undefined)
    return sendPage(reply, 404, renderMessagePage("Not found", "This page does not exist."));
  const [, path, handler] = route;
  try {
    await handler({ request, reply, url, name: path.exec(url.pathname)?.[1] ?? "" }, sync);
  } catch (error) {
    sendError(reply, toErrorResponse(error));
  }
}

/** Verify the short-lived token in a tab's URL, set a cookie with a longer-lived token, and redirect to a URL without a token. */
async function startTabSession({ reply, url }: RouteRequest, { app, tokens }: Sync): Promise<void> {
  const shop = tokens.verify(url.searchParams.get("token") ?? "", "entry");
  if (shop === null) return sendPage(reply, 403, openFromAdminPage);
  const cookie = buildTokenCookie(
    shop,
    tokens.create(shop, { purpose: "tab", seconds: tokenLifetimeSeconds }),
    new URL(app.origin),
  );
  const query = buildProductsQuery(parseProductIds(url.searchParams.get("products")));
  const location = `/shops/${shop}${query === "" ? "" : `?${query}`}`;
  reply.writeHead(303, { location, "set-cookie": cookie, "cache-control": "no-store" }).end();
}

async function sendTabPage(
  { request, reply, url, name: shop }: RouteRequest,
  { tokens }: Sync,
): Promise<void> {
  if (tokens.verify(readTokenCookie(request.headers.cookie), "tab") !== shop)
    return sendPage(reply, 403, openFromAdminPage);
  sendPage(
    reply,
    200,
    renderStockPage({ shop, selectedIds: parseProductIds(url.searchParams.get("products")) }),
  );
}

const openFromAdminPage = renderMessagePage(
  "Open the app from your store's admin",
  "In your store's admin, go to Apps and open Inventory Sync.",
);

async function sendStock({ request, reply, url, name: shop }: RouteRequest, sync: Sync): Promise<void> {
  const caller = await identifyCaller(request, shop, sync);
  if (!caller.ok) return sendError(reply, { status: 401, ...caller });
  const page = Number(url.searchParams.get("page") ?? 1);
  const selectedIds = parseProductIds(url.searchParams.get("products"));
  const query = url.searchParams.get("query") ?? "";
  sendJson(reply, 200, await loadStock(caller.api, { page, query, selectedIds }));
}

async function handleStockChange({ request, reply, name: shop }: RouteRequest, sync: Sync): Promise<void> {
  const caller = await identifyCaller(request, shop, sync);
  if (!caller.ok) return sendError(reply, { status: 401, ...caller });
  // The app's token allows stock changes no matter who uses the app, so the app checks what this person may do.
  if (!caller.rights.includes("stock.set")) return sendError(reply, readOnlyError);
  const change = parseStockChange(await readJson(request));
  const key = request.headers["idempotency-key"];
  if (change === null || typeof key !== "string")
    return sendError(reply, {
      status: 422,
      code: "invalid",
      message: "The request does not describe a stock change.",
    });
  sendJson(reply, 200, await changeStock(caller.api, change, key));
}

const readOnlyError = {
  status: 403,
  code: "right_missing",
  message:
    "You can't change stock here. Open the app in your store's admin. If you can't change stock there either, ask the owner or " +
    "a manager for the right to change stock.",
};

async function sendLiveChanges({ request, reply, name: shop }: RouteRequest, sync: Sync): Promise<void> {
  const caller = await identifyCaller(request, shop, sync);
  if (!caller.ok) return sendError(reply, { status: 401, ...caller });
  streamChanges(reply, { feed: sync.feeds.get(shop), stopSignal: sync.feeds.stopSignal });
}

/**
 * Create the response for an error. The platform's message and request id are shown to the merchant, who can send the id to
 * support. An error of the app itself is logged and its details are not sent.
 */
function toErrorResponse(error: unknown): Parameters<typeof sendError>[1] {
  if (error instanceof NotInstalledError)
    return { status: 410, code: "not_installed", message: "The app is no longer installed in this store." };
  if (error instanceof ApiError) {
    const { status, code, request_id, fields } = error;
    const message = fields.length === 0 ? error.message : fields.map((field) => field.message).join(" ");
    // A 401 would make the app bridge replace the session token, but here the platform has rejected the app's access token.
    return { status: status === 401 ? 403 : status, code, message, ...(request_id ? { request_id } : {}) };
  }
  console.error(error);
  return {
    status: 500,
    code: "internal",
    message: "Something went wrong in the app. Try again.",
  };
}
