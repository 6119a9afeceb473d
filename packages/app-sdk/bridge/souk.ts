import type { BridgeAsk, BridgeFields, BridgeResource, BridgeValue } from "@souk/contract";
import { adminOrigin, type Memory } from "./admin-origin.ts";
import { BridgeError } from "./bridge-error.ts";
import { type Connection, openConnection } from "./connection.ts";
import { frameHeight } from "./frame-height.ts";
import { keepSessionTokens } from "./session-tokens.ts";
import { tokenFetch } from "./token-fetch.ts";

/** What an app's page can ask of the admin that it stands in. Each call waits for `ready` by itself. */
export interface Souk {
  /** Whether the page stands in a frame. In a tab every call but `fetch` fails with `not_embedded`. */
  readonly embedded: boolean;
  /** Settles when the admin has answered; rejects with the reason when there is none. */
  readonly ready: Promise<void>;
  /** A token that tells the app's server who looks at the page and in which shop; kept until shortly before it ends. */
  sessionToken(): Promise<string>;
  /** `fetch` that sends the session token to the app's own origin, and once more a fresh one after a 401. In a tab it is the plain one. */
  fetch(input: RequestInfo | URL, init?: RequestInit): Promise<Response>;
  /** A short note over the admin, under the app's name; at most 200 characters of plain text. */
  toast(text: string, options?: { style?: "info" | "success" | "error" }): Promise<void>;
  /** What stands in the browser's tab, before the app's name; at most 120 characters. */
  title(text: string): Promise<void>;
  /** Leads to a place of the admin below this shop, such as `/products`. */
  navigate(path: string): Promise<void>;
  /** Leads to the page of a record of this shop. */
  open(resource: BridgeResource, id: number): Promise<void>;
  /** Gives the frame a height in CSS pixels; `"auto"` follows the content of the page. */
  resize(height: number | "auto"): Promise<void>;
  /** Leads the window to this shop's consent page for this app, to ask for further scopes. */
  authorize(url: string): Promise<void>;
}

export interface SoukOptions {
  /** The `host_url` of the signed parameters, for a page that was not opened with them; its server knows it. */
  hostUrl?: string | undefined;
  /** How long an answer of the admin is waited for, in milliseconds; 10 seconds when left out. */
  timeoutMs?: number;
}

type Page = Window & typeof globalThis;

/**
 * Joins a page to the admin that it stands in.
 * @param page the page's window
 */
export function createSouk(page: Page, { hostUrl, timeoutMs = 10_000 }: SoukOptions = {}): Souk {
  const embedded = page.parent !== page;
  const connected = connect(page, hostUrl, timeoutMs);
  const ready = connected.then(() => undefined);
  // Whoever awaits it sees the reason; an app that lives in a tab is no error.
  ready.catch(() => undefined);

  async function ask<A extends BridgeAsk>(question: A, fields: BridgeFields<A>): Promise<BridgeValue<A>> {
    return (await connected).ask(question, fields);
  }
  async function tell<A extends BridgeAsk>(question: A, fields: BridgeFields<A>): Promise<void> {
    await ask(question, fields);
  }

  const plain: Souk["fetch"] = (input, init) => page.fetch(input, init);
  const tokens = keepSessionTokens(
    () => ask("session_token", {}),
    () => page.performance.now(),
  );
  const frame = frameHeight(page, (height) => tell("resize", { height }));
  return {
    embedded,
    ready,
    sessionToken: () => tokens.current(),
    fetch: embedded ? tokenFetch({ plain, pageUrl: page.location.href, tokens }) : plain,
    toast: (text, { style = "info" } = {}) => tell("toast", { text, style }),
    title: (text) => tell("title", { text }),
    navigate: (path) => tell("navigate", { path }),
    open: (resource, id) => tell("open", { resource, id }),
    resize: (height) => (height === "auto" ? frame.follow() : frame.set(height)),
    authorize: (url) => tell("authorize", { url }),
  };
}

/** Finds the admin and greets it. */
async function connect(page: Page, hostUrl: string | undefined, timeoutMs: number): Promise<Connection> {
  if (page.parent === page)
    throw new BridgeError("not_embedded", "The page does not stand in a frame of the admin.");
  const origin = adminOrigin({ hostUrl, search: page.location.search, memory: memoryOf(page) });
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

/** A browser that keeps nothing for framed pages throws as soon as its storage is looked at. */
function memoryOf(page: Page): Memory | null {
  try {
    return page.sessionStorage;
  } catch {
    return null;
  }
}
