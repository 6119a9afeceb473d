import { BridgeError } from "./bridge-error.ts";

const storageKey = "souk.host_url";

/** A store of text for the later pages of the app in this frame; the page's sessionStorage fits. */
export type Memory = Pick<Storage, "getItem" | "setItem">;

/** The information that a page has about the admin around it. */
export interface Place {
  /** The `host_url` given by the page itself, which its server filled in after checking the hmac. */
  hostUrl: string | undefined;
  /** The query of the page's URL. */
  search: string;
  /** The storage of the page; null where the browser gives a framed page none. */
  memory: Memory | null;
}

/**
 * Find the origin of the admin around this page: from the page itself, else from the signed parameters of its first
 * load (INS-14), else from the value stored by such a load. Messages are sent to this origin and accepted only from it.
 *
 * @throws BridgeError `no_host_url`
 */
export function adminOrigin({ hostUrl, search, memory }: Place): string {
  const found = hostUrl ?? signedHostUrl(search) ?? memory?.getItem(storageKey) ?? "";
  const origin = webOrigin(found);
  if (origin === null) {
    throw new BridgeError(
      "no_host_url",
      found === ""
        ? "The page does not know its admin. Open it from the admin, or pass host_url to the bridge."
        : `The host_url "${found}" is not the URL of an admin.`,
    );
  }
  remember(memory, found);
  return origin;
}

/**
 * Store the host URL. If the app's own data has filled the storage, later pages must name their admin themselves.
 */
function remember(memory: Memory | null, hostUrl: string): void {
  try {
    memory?.setItem(storageKey, hostUrl);
  } catch {
    return;
  }
}

/**
 * Return host_url if there is an hmac beside it: only then it is a signed parameter, which the app's server has checked
 * (INS-23).
 */
function signedHostUrl(search: string): string | null {
  const query = new URLSearchParams(search);
  return query.has("hmac") ? query.get("host_url") : null;
}

function webOrigin(text: string): string | null {
  const url = URL.parse(text);
  return url !== null && /^https?:$/.test(url.protocol) ? url.origin : null;
}
