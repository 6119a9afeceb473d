import type { BridgeAction, BridgeParams, BridgeResource, BridgeResult } from "@souk/contract";
import { findAdminOrigin, type PageStorage } from "./admin-origin.ts";
import { BridgeError } from "./bridge-error.ts";
import { type Connection, openConnection } from "./connection.ts";
import { createFrameHeight } from "./frame-height.ts";
import { createSessionTokens } from "./session-tokens.ts";
import { createTokenFetch } from "./token-fetch.ts";

/** The calls of an embedded page to the admin around it. Each call waits for `ready` by itself. */
export interface Souk {
  /** Whether the page is in a frame. In a separate tab, every call except `fetch` fails with `not_embedded`. */
  readonly embedded: boolean;
  /** Resolves when the admin has responded; rejects with a `BridgeError` if it does not. */
  readonly ready: Promise<void>;
  /**
   * Get a session token that identifies the person and the store to the app's server. It is cached until shortly before it
   * expires.
   */
  sessionToken(): Promise<string>;
  /**
   * Fetch a resource. Requests to the app's own origin carry the session token, and are retried once with a new token after
   * a 401. In a separate tab this is the browser's `fetch`.
   */
  fetch(input: RequestInfo | URL, init?: RequestInit): Promise<Response>;
  /** Show a toast in the admin, with the app's name. The text is plain and has at most 200 characters. */
  toast(text: string, options?: { style?: "info" | "success" | "error" }): Promise<void>;
  /** Set the title of the browser's tab, at most 120 characters. The admin adds the app's name after it. */
  title(text: string): Promise<void>;
  /** Navigate to a page of this store's admin, for example `/products`. */
  navigate(path: string): Promise<void>;
  /** Navigate to the page of a record of this store. */
  open(resource: BridgeResource, id: number): Promise<void>;
  /** Set the frame's height in CSS pixels. With `"auto"` it follows the height of the page's content. */
  resize(height: number | "auto"): Promise<void>;
  /** Navigate to this store's consent page for this app, to request further scopes. */
  authorize(url: string): Promise<void>;
}

/** The options of `createSouk`. */
export interface SoukOptions {
  /** The `host_url` of the signed parameters, for a page that was not opened with them. The app's server provides it. */
  hostUrl?: string | undefined;
  /** How long to wait for the admin's response, in milliseconds; defaults to 10 seconds. */
  timeoutMs?: number;
}

type Page = Window & typeof globalThis;

/**
 * Connect a page to the admin around it.
 * @param page the page's window
 */
export function createSouk(page: Page, { hostUrl, timeoutMs = 10_000 }: SoukOptions = {}): Souk {
  const embedded = page.parent !== page;
  const connection = connect(page, hostUrl, timeoutMs);
  const ready = connection.then(() => undefined);
  // A caller that awaits `ready` gets the error. If nobody awaits it, the error is ignored, because a page may be used in a
  // separate tab.
  ready.catch(() => undefined);

  async function sendRequest<A extends BridgeAction>(
    action: A,
    fields: BridgeParams<A>,
  ): Promise<BridgeResult<A>> {
    return (await connection).sendRequest(action, fields);
  }
  async function sendCommand<A extends BridgeAction>(action: A, fields: BridgeParams<A>): Promise<void> {
    await sendRequest(action, fields);
  }

  const browserFetch: Souk["fetch"] = (input, init) => page.fetch(input, init);
  const tokens = createSessionTokens(
    () => sendRequest("session_token", {}),
    () => page.performance.now(),
  );
  const frame = createFrameHeight(page, (height) => sendCommand("resize", { height }));
  return {
    embedded,
    ready,
    sessionToken: () => tokens.getToken(),
    fetch: embedded ? createTokenFetch({ browserFetch, pageUrl: page.location.href, tokens }) : browserFetch,
    toast: (text, { style = "info" } = {}) => sendCommand("toast", { text, style }),
    title: (text) => sendCommand("title", { text }),
    navigate: (path) => sendCommand("navigate", { path }),
    open: (resource, id) => sendCommand("open", { resource, id }),
    resize: (height) => (height === "auto" ? frame.follow() : frame.set(height)),
    authorize: (url) => sendCommand("authorize", { url }),
  };
}

/** Find the admin around the page and connect to it. */
async function connect(page: Page, hostUrl: string | undefined, timeoutMs: number): Promise<Connection> {
  if (page.parent === page) throw new BridgeError("not_embedded", "The page is not in a frame of the admin.");
  const origin = findAdminOrigin({ hostUrl, search: page.location.search, storage: getStorage(page) });
  const connection = openConnection(
    {
      post: (message) => page.parent.postMessage(message, origin),
      callAfter: (milliseconds, callback) => {
        const timer = page.setTimeout(callback, milliseconds);
        return () => page.clearTimeout(timer);
      },
    },
    timeoutMs,
  );
  page.addEventListener("message", (event) => {
    if (event.source === page.parent && event.origin === origin) connection.receive(event.data);
  });
  await connection.sendRequest("hello", {});
  return connection;
}

/**
 * Return the page's storage. If the browser gives framed pages no storage, accessing it throws, and this returns null.
 */
function getStorage(page: Page): PageStorage | null {
  try {
    return page.sessionStorage;
  } catch {
    return null;
  }
}
