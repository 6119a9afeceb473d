import type { IncomingMessage, ServerResponse } from "node:http";
import { ApiError, NotInstalledError } from "@souk/app-sdk";
import { streamBoard } from "../live/stream.ts";
import { chosenQuery, readChosen } from "../pages/chosen-products.ts";
import { messagePage, stockPage } from "../pages/stock-page.ts";
import { readTokenCookie, tokenCookie, tokenSeconds } from "../session/token-cookie.ts";
import { whoCalls } from "../session/who-calls.ts";
import { changeStock, readChange } from "../stock/change-stock.ts";
import { readStock } from "../stock/read-stock.ts";
import type { Sync } from "../sync.ts";
import { sendAsset } from "./assets.ts";
import { readJson, sendError, sendJson, sendPage } from "./replies.ts";

interface Visit {
  request: IncomingMessage;
  reply: ServerResponse;
  url: URL;
  /** Store or file that the address names. */
  name: string;
}

type Answer = (visit: Visit, sync: Sync) => Promise<void>;

const addresses: readonly [method: string, path: RegExp, answer: Answer][] = [
  ["GET", /^\/assets\/([a-z-]+\.[a-z]+)$/, async ({ reply, name }) => sendAsset(reply, name)],
  ["GET", /^\/enter$/, enter],
  ["GET", /^\/shops\/([a-z0-9.-]+)$/, showTab],
  ["GET", /^\/shops\/([a-z0-9.-]+)\/stock$/, sendStock],
  ["PUT", /^\/shops\/([a-z0-9.-]+)\/stock$/, takeChange],
  ["GET", /^\/shops\/([a-z0-9.-]+)\/live$/, sendLive],
];

/** Answer every address that is not the SDK's. */
export async function answerOwnAddress(
  request: IncomingMessage,
  reply: ServerResponse,
  sync: Sync,
): Promise<void> {
  // Anybody may send a target that is no address, such as `//`.
  const url = URL.parse(request.url ?? "/", sync.app.origin);
  const [, path, answer] =
    addresses.find(([method, path]) => method === request.method && path.test(url?.pathname ?? "")) ?? [];
  if (url === null || path === undefined || answer === undefined)
    return sendPage(reply, 404, messagePage("Not found", "This page does not exist."));
  try {
    await answer({ request, reply, url, name: path.exec(url.pathname)?.[1] ?? "" }, sync);
  } catch (error) {
    sendError(reply, toErrorResponse(error));
  }
}

/** Set a tab's token as a cookie, and redirect to an address without it. */
async function enter({ reply, url }: Visit, { app, tokens }: Sync): Promise<void> {
  const shop = tokens.verify(url.searchParams.get("token") ?? "", "entry");
  if (shop === null) return sendPage(reply, 403, openFromAdmin);
  const cookie = tokenCookie(
    shop,
    tokens.create(shop, { purpose: "tab", seconds: tokenSeconds }),
    new URL(app.origin),
  );
  const query = chosenQuery(readChosen(url.searchParams.get("products")));
  const location = `/shops/${shop}${query === "" ? "" : `?${query}`}`;
  reply.writeHead(303, { location, "set-cookie": cookie, "cache-control": "no-store" }).end();
}

async function showTab({ request, reply, url, name: shop }: Visit, { tokens }: Sync): Promise<void> {
  if (tokens.verify(readTokenCookie(request.headers.cookie), "tab") !== shop)
    return sendPage(reply, 403, openFromAdmin);
  sendPage(reply, 200, stockPage({ shop, chosen: readChosen(url.searchParams.get("products")) }));
}

const openFromAdmin = messagePage(
  "Open the app from your store's admin",
  "In your store's admin, go to Apps and open Inventory Sync.",
);

async function sendStock({ request, reply, url, name: shop }: Visit, sync: Sync): Promise<void> {
  const caller = await whoCalls(request, shop, sync);
  if (!caller.ok) return sendError(reply, { status: 401, ...caller });
  const page = Number(url.searchParams.get("page") ?? 1);
  const chosen = readChosen(url.searchParams.get("products"));
  const query = url.searchParams.get("query") ?? "";
  sendJson(reply, 200, await readStock(caller.api, { page, query, chosen }));
}

async function takeChange({ request, reply, name: shop }: Visit, sync: Sync): Promise<void> {
  const caller = await whoCalls(request, shop, sync);
  if (!caller.ok) return sendError(reply, { status: 401, ...caller });
  const change = readChange(await readJson(request));
  const key = request.headers["idempotency-key"];
  if (change === null || typeof key !== "string")
    return sendError(reply, {
      status: 422,
      code: "invalid",
      message: "The request does not describe a stock change.",
    });
  sendJson(reply, 200, await changeStock(caller.api, change, key));
}

async function sendLive({ request, reply, name: shop }: Visit, sync: Sync): Promise<void> {
  const caller = await whoCalls(request, shop, sync);
  if (!caller.ok) return sendError(reply, { status: 401, ...caller });
  streamBoard(reply, { board: sync.boards.of(shop), closing: sync.boards.closing });
}

/**
 * Convert an error for the page: the platform's message with its request id for support; no app internals.
 */
function toErrorResponse(error: unknown): Parameters<typeof sendError>[1] {
  if (error instanceof NotInstalledError)
    return { status: 410, code: "not_installed", message: "The app is no longer installed in this store." };
  if (error instanceof ApiError) {
    const { status, code, request_id, fields } = error;
    const message = fields.length === 0 ? error.message : fields.map((field) => field.message).join(" ");
    return { status: status === 401 ? 403 : status, code, message, ...(request_id ? { request_id } : {}) };
  }
  console.error(error);
  return {
    status: 500,
    code: "internal",
    message: "The app ran into a problem. Try again.",
  };
}
