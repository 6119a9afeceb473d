import type { BridgeAction, BridgeParams, BridgeResource, BridgeResult } from "@souk/contract";
import { adminOrigin, type Memory } from "./admin-origin.ts";
import { BridgeError } from "./bridge-error.ts";
import { type Connection, openConnection } from "./connection.ts";
import { frameHeight } from "./frame-height.ts";
import { keepSessionTokens } from "./session-tokens.ts";
import { tokenFetch } from "./token-fetch.ts";

/** The calls of an embedded page to the admin around it. Each call waits for `ready` by itself. */
export interface Souk {
  /** Whether the page is in a frame. In a tab every call but `fetch` fails with `not_embedded`. */
  readonly embedded: boolean;
  /** Resolves when the admin has responded; rejects with the reason when it does not. */
  readonly ready: Promise<void>;
  /**
   * Get a session token that identifies the person and the store to the app's server; cached until shortly before it
   * expires.
   */
  sessionToken(): Promise<string>;
  /** Fetch with the session token on requests to the app's own origin, retried once with a new token after a 401. In a tab it is the plain `fetch`. */
  fetch(input: RequestInfo | URL, init?: RequestInit): Promise<Response>;
  /** Show a toast in the admin, with the app's name; at most 200 characters of plain text. */
  toast(text: string, options?: { style?: "info" | "success" | "error" }): Promise<void>;
  /** Set the title of the browser's tab, before the app's name; at most 120 characters. */
  title(text: string): Promise<void>;
  /** Navigate to a page of this store's admin, for example `/products`. */
  navigate(path: string): Promise<void>;
  /** Navigate to the page of a record of this store. */
  open(resource: BridgeResource, id: number): Promise<void>;
  /** Set the frame's height in CSS pixels; `"auto"` follows the content of the page. */
  resize(height: number | "auto"): Promise<void>;
  /** Navigate to this store's consent page for this app, to request further scopes. */
  authorize(url: string): Promise<void>;
}

export interface SoukOptions {
  /** The `host_url` of the signed parameters, for a page that was not opened with them; its server knows it. */
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
  const connected = connect(page, hostUrl, timeoutMs);
  const ready = connected.then(() => undefined);
  // Whoever awaits it sees the reason; an app that lives in a tab is no error.
  ready.catch(() => undefined);

  async function ask<A extends BridgeAction>(question: A, fields: BridgeParams<A>): Promise<BridgeResult<A>> {
    return (await connected).ask(question, fields);
  }
  async function send<A extends BridgeAction>(question: A, fields: BridgeParams<A>): Promise<void> {
    await ask(question, fields);
  }

  const plain: Souk["fetch"] = (input, init) => page.fetch(input, init);
  const tokens = keepSessionTokens(
    () => ask("session_token", {}),
    () => page.performance.now(),
  );
  const frame = frameHeight(page, (height) => send("resize", { height }));
  return {
    embedded,
    ready,
    sessionToken: () => tokens.current(),
    fetch: embedded ? tokenFetch({ plain, pageUrl: page.location.href, tokens }) : plain,
    toast: (text, { style = "info" } = {}) => send("toast", { text, style }),
    title: (text) => send("title", { text }),
    navigate: (path) => send("navigate", { path }),
    open: (resource, id) => send("open", { resource, id }),
    resize: (height) => (height === "auto" ? frame.follow() : frame.set(height)),
    authorize: (url) => send("authorize", { url }),
  };
}

/** Find the admin and connect to it. */
async function connect(page: Page, hostUrl: string | undefined, timeoutMs: number): Promise<Connection> {
  if (page.parent === page) throw new BridgeError("not_embedded", "The page is not in a frame of the admin.");
  const origin = adminOrigin({ hostUrl, search: page.location.search, memory: getMemory(page) });
  const connection = openConnection(
    {
      post: (message) => page.parent.postMessage(message, origin),
      after: (milliseconds, call) => {
        const timer = page.setTimeout(call, milliseconds);
        return () => page.clearTimeout(timer);
      },
    },
    timeoutMs,
  );
  page.addEventListener("message", ({ source, origin: from, data }) => {
    if (source === page.parent && from === origin) connection.receive(data);
  });
  await connection.ask("hello", {});
  return connection;
}

/**
 * Return the page's storage, or null: a browser without storage for framed pages throws when it is accessed.
 */
function getMemory(page: Page): Memory | null {
  try {
    return page.sessionStorage;
  } catch {
    return null;
  }
}
