import type { IncomingMessage, ServerResponse } from "node:http";
import { ApiError, NotInstalledError } from "@souk/app-sdk";
import { streamBoard } from "../live/stream.ts";
import { chosenQuery, readChosen } from "../pages/chosen-products.ts";
import { messagePage, stockPage } from "../pages/stock-page.ts";
import { passCookie, passIn, passSeconds } from "../session/pass-cookie.ts";
import { whoCalls } from "../session/who-calls.ts";
import { changeStock, readChange } from "../stock/change-stock.ts";
import { readStock } from "../stock/read-stock.ts";
import type { Sync } from "../sync.ts";
import { sendAsset } from "./assets.ts";
import { readJson, refuse, sendJson, sendPage } from "./replies.ts";

interface Visit {
  request: IncomingMessage;
  reply: ServerResponse;
  url: URL;
  /** What the address names: a shop, or a file. */
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

/** Answers every address that is not the SDK's. */
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
    return sendPage(reply, 404, messagePage("Not found", "There is nothing at this address."));
  try {
    await answer({ request, reply, url, name: path.exec(url.pathname)?.[1] ?? "" }, sync);
  } catch (error) {
    refuse(reply, errorOf(error));
  }
}

/** Gives a tab its pass as a cookie, and an address without it. */
async function enter({ reply, url }: Visit, { app, passes }: Sync): Promise<void> {
  const shop = passes.read(url.searchParams.get("pass") ?? "", "entry");
  if (shop === null) return sendPage(reply, 403, openFromAdmin);
  const cookie = passCookie(
    shop,
    passes.make(shop, { for: "tab", seconds: passSeconds }),
    new URL(app.origin),
  );
  const query = chosenQuery(readChosen(url.searchParams.get("products")));
  const location = `/shops/${shop}${query === "" ? "" : `?${query}`}`;
  reply.writeHead(303, { location, "set-cookie": cookie, "cache-control": "no-store" }).end();
}

async function showTab({ request, reply, url, name: shop }: Visit, { passes }: Sync): Promise<void> {
  if (passes.read(passIn(request.headers.cookie), "tab") !== shop) return sendPage(reply, 403, openFromAdmin);
  sendPage(reply, 200, stockPage({ shop, chosen: readChosen(url.searchParams.get("products")) }));
}

const openFromAdmin = messagePage(
  "Open the app from your shop",
  "Open Inventory Sync in the admin of your shop: Apps, then Inventory Sync.",
);

async function sendStock({ request, reply, url, name: shop }: Visit, sync: Sync): Promise<void> {
  const caller = await whoCalls(request, shop, sync);
  if (!caller.ok) return refuse(reply, { status: 401, ...caller });
  const page = Number(url.searchParams.get("page") ?? 1);
  const chosen = readChosen(url.searchParams.get("products"));
  const query = url.searchParams.get("query") ?? "";
  sendJson(reply, 200, await readStock(caller.api, { page, query, chosen }));
}

async function takeChange({ request, reply, name: shop }: Visit, sync: Sync): Promise<void> {
  const caller = await whoCalls(request, shop, sync);
  if (!caller.ok) return refuse(reply, { status: 401, ...caller });
  const change = readChange(await readJson(request));
  const key = request.headers["idempotency-key"];
  if (change === null || typeof key !== "string")
    return refuse(reply, { status: 422, code: "invalid", message: "This is no change of stock." });
  sendJson(reply, 200, await changeStock(caller.api, change, key));
}

async function sendLive({ request, reply, name: shop }: Visit, sync: Sync): Promise<void> {
  const caller = await whoCalls(request, shop, sync);
  if (!caller.ok) return refuse(reply, { status: 401, ...caller });
  streamBoard(reply, { board: sync.boards.of(shop), closing: sync.boards.closing });
}

/** What the page shows of an error: the platform's words with the number to ask its people about; nothing of our own insides. */
function errorOf(error: unknown): Parameters<typeof refuse>[1] {
  if (error instanceof NotInstalledError)
    return { status: 410, code: "not_installed", message: "The app is not installed in this shop any more." };
  if (error instanceof ApiError) {
    const { status, code, request_id, fields } = error;
    const message =
      fields.length === 0 ? error.message : fields.map((each) => `${each.path} ${each.message}`).join("; ");
    return { status: status === 401 ? 403 : status, code, message, ...(request_id ? { request_id } : {}) };
  }
  console.error(error);
  return {
    status: 500,
    code: "internal",
    message: "The app has a fault. It has been noted; please try again.",
  };
}
