import { BridgeError } from "./bridge-error.ts";

const storageKey = "souk.host_url";

/** Storage that later pages of the app in this frame can read, such as the page's sessionStorage. */
export type PageStorage = Pick<Storage, "getItem" | "setItem">;

/** The sources from which a page in a frame can find its admin. */
export interface EmbeddedPage {
  /** The `host_url` that the page provides. The app's server filled it in after checking the hmac. */
  hostUrl: string | undefined;
  /** The query of the page's URL. */
  search: string;
  /** The storage of the page; null if the browser gives a framed page no storage. */
  storage: PageStorage | null;
}

/**
 * Find the origin of the admin around this page, and store the host URL for later pages. The origin comes from the first
 * of these URLs that exists: the one that the page provides, the one in the signed parameters of the page's URL (INS-14),
 * or the one that an earlier page stored. Messages are sent only to this origin and accepted only from it.
 *
 * @throws BridgeError `no_host_url`
 */
export function findAdminOrigin({ hostUrl, search, storage }: EmbeddedPage): string {
  const foundUrl = hostUrl ?? readSignedHostUrl(search) ?? storage?.getItem(storageKey) ?? "";
  const origin = parseWebOrigin(foundUrl);
  if (origin === null) {
    throw new BridgeError(
      "no_host_url",
      foundUrl === ""
        ? "The page does not know its admin. Open it from the admin, or pass host_url to the bridge."
        : `The host_url "${foundUrl}" is not the URL of an admin.`,
    );
  }
  storeHostUrl(storage, foundUrl);
  return origin;
}

/**
 * Store the host URL. If this fails, because the app's own data has filled the storage, later pages must provide the host
 * URL themselves.
 */
function storeHostUrl(storage: PageStorage | null, hostUrl: string): void {
  try {
    storage?.setItem(storageKey, hostUrl);
  } catch {
    return;
  }
}

/**
 * Return host_url if the query also has an hmac. Without an hmac, host_url is not a signed parameter that the app's server
 * has checked (INS-23).
 */
function readSignedHostUrl(search: string): string | null {
  const query = new URLSearchParams(search);
  return query.has("hmac") ? query.get("host_url") : null;
}

function parseWebOrigin(text: string): string | null {
  const url = URL.parse(text);
  return url !== null && /^https?:$/.test(url.protocol) ? url.origin : null;
}
