import { signQuery } from "@souk/signing";
import type { Store } from "../../infrastructure/routing/call.ts";

/** Build the parameters that every request to an App URL or Redirection URL has (INS-1, INS-6). */
export function buildStoreParameters(
  store: Pick<Store, "domain" | "host_url">,
  nowMs: number,
): Record<"shop" | "host_url" | "timestamp", string> {
  return {
    shop: store.domain,
    host_url: store.host_url,
    timestamp: String(Math.floor(nowMs / 1000)),
  };
}

/**
 * Sign a registered URL with parameters (INS-2). Its own query stays as it was registered and is part of what
 * is signed.
 *
 * @param registered an App URL or Redirection URL that passed `checkSignedUrl`
 * @param parameters decoded names and values
 */
export function signedAddress(
  registered: string,
  parameters: Readonly<Record<string, string>>,
  secret: string,
): string {
  const own = new URL(registered).searchParams;
  const hmac = signQuery(new URLSearchParams([...own, ...Object.entries(parameters)]), secret);
  const hash = registered.indexOf("#");
  const address = hash === -1 ? registered : registered.slice(0, hash);
  const fragment = hash === -1 ? "" : registered.slice(hash);
  return `${address}${joint(address)}${new URLSearchParams({ ...parameters, hmac })}${fragment}`;
}

function joint(address: string): string {
  if (!address.includes("?")) return "?";
  return /[?&]$/.test(address) ? "" : "&";
}
