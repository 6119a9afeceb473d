import { signQuery } from "@souk/signing";
import type { Store } from "../../infrastructure/routing/call.ts";

/** Build the parameters that every signed App URL and Redirection URL has (INS-1, INS-6). */
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
 * Add parameters and a signature to a registered URL (INS-2). The URL's own query parameters are kept unchanged and are signed
 * too.
 *
 * @param registeredUrl an App URL or Redirection URL that passed `checkSignedUrl`
 * @param parameters decoded names and values
 */
export function buildSignedUrl(
  registeredUrl: string,
  parameters: Readonly<Record<string, string>>,
  secret: string,
): string {
  const registeredParameters = new URL(registeredUrl).searchParams;
  const hmac = signQuery(
    new URLSearchParams([...registeredParameters, ...Object.entries(parameters)]),
    secret,
  );
  const hashIndex = registeredUrl.indexOf("#");
  const url = hashIndex === -1 ? registeredUrl : registeredUrl.slice(0, hashIndex);
  const fragment = hashIndex === -1 ? "" : registeredUrl.slice(hashIndex);
  return `${url}${getSeparator(url)}${new URLSearchParams({ ...parameters, hmac })}${fragment}`;
}

function getSeparator(url: string): string {
  if (!url.includes("?")) return "?";
  return /[?&]$/.test(url) ? "" : "&";
}
