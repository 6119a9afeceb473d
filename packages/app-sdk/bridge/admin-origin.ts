import { BridgeError } from "./bridge-error.ts";

const storageKey = "souk.host_url";

/** Keeps a text for the later pages of the app in this frame; the page's sessionStorage fits. */
export type Memory = Pick<Storage, "getItem" | "setItem">;

/** What a page knows about where it stands. */
export interface Place {
  /** Given by the page itself, which its server filled in after checking the hmac. */
  hostUrl: string | undefined;
  /** The query of the page's address. */
  search: string;
  /** Null where the browser keeps nothing for a framed page. */
  memory: Memory | null;
}

/**
 * The origin of the admin that this page stands in: from the page itself, else from the signed parameters of its first
 * load (INS-14), else from what such a load left behind. Messages go to this origin and are taken from it alone.
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
        ? "The page does not know its admin: open it from the admin, or give host_url to the bridge."
        : `The host_url "${found}" is not the address of an admin.`,
    );
  }
  remember(memory, found);
  return origin;
}

/** What the app itself keeps may have filled the memory: then later pages name their admin themselves. */
function remember(memory: Memory | null, hostUrl: string): void {
  try {
    memory?.setItem(storageKey, hostUrl);
  } catch {
    return;
  }
}

/** Only beside an hmac is host_url a signed parameter, which the app's server has checked (INS-23). */
function signedHostUrl(search: string): string | null {
  const query = new URLSearchParams(search);
  return query.has("hmac") ? query.get("host_url") : null;
}

function webOrigin(text: string): string | null {
  const url = URL.parse(text);
  return url !== null && /^https?:$/.test(url.protocol) ? url.origin : null;
}
