import { isScope, type Scope, scopeNames } from "@souk/contract";
import { isLoopbackName } from "../network/loopback.ts";
import { ConfigError } from "./config-error.ts";

/** An app's settings as written, in the options of `createApp` or in the environment. */
export interface WrittenSettings {
  clientId: string;
  clientSecret: string | readonly string[];
  appUrl: string;
  redirectUrl?: string | undefined;
  webhookUrl?: string | undefined;
  scopes: readonly string[];
  storeDomainSuffix: string;
}

/** An app's validated settings. */
export interface Settings {
  clientId: string;
  /** At least one client secret; during a rotation the old one and the new one. */
  secrets: readonly string[];
  /** The URLs as written: a Redirection URL is compared character by character (INS-4). */
  appUrl: string;
  redirectUrl: string;
  webhookUrl: string;
  scopes: readonly Scope[];
  /** The domain suffix of all stores, with its leading dot. */
  storeDomainSuffix: string;
}

type Names = Record<keyof WrittenSettings, string>;

const label = "[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?";
const suffixShape = new RegExp(`^\\.?${label}(?:\\.${label})*$`);

/**
 * Validate an app's settings.
 *
 * @param names the name of each setting where it was written, for messages
 * @throws ConfigError with a sentence for each setting that cannot be used; no sentence shows a secret
 */
export function readSettings(written: WrittenSettings, names: Names): Settings {
  const errors: string[] = [];
  const addError = (setting: keyof Names, value: unknown, expected: string): void => {
    errors.push(
      `${names[setting]} is ${value === undefined || value === "" ? "not set" : JSON.stringify(value)}. It must be ${expected}.`,
    );
  };

  if (!isFilled(written.clientId))
    addError("clientId", written.clientId, "the app's client id, from the partner dashboard");
  const secrets = [written.clientSecret].flat();
  if (secrets.length === 0 || !secrets.every(isFilled))
    errors.push(
      `${names.clientSecret} is not set. It must be the app's client secret, or two during a rotation.`,
    );
  const unknown = written.scopes.filter((scope) => !isScope(scope));
  if (unknown.length > 0)
    addError("scopes", unknown.join(","), `a list of these scopes: ${scopeNames.join(", ")}`);
  if (!suffixShape.test(written.storeDomainSuffix ?? ""))
    addError(
      "storeDomainSuffix",
      written.storeDomainSuffix,
      "the domain of all stores, such as .souk.example",
    );

  const address = (setting: "appUrl" | "redirectUrl" | "webhookUrl", text: string | undefined) => {
    const url = readAddress(text);
    if (text !== undefined && url !== null) return { text, url };
    addError(setting, text, "an https:// address (http:// only on localhost) without a user or a #part");
    return null;
  };
  const appUrl = address("appUrl", written.appUrl);
  const redirectUrl = address(
    "redirectUrl",
    written.redirectUrl ?? buildDefaultUrl(appUrl?.url, "/auth/callback"),
  );
  const webhookUrl = address("webhookUrl", written.webhookUrl ?? buildDefaultUrl(appUrl?.url, "/webhooks"));
  if (appUrl !== null && redirectUrl !== null && appUrl.url.pathname === redirectUrl.url.pathname)
    errors.push(
      `${names.appUrl} and ${names.redirectUrl} have the same path. Use a different path for each.`,
    );

  if (errors.length > 0 || appUrl === null || redirectUrl === null || webhookUrl === null)
    throw new ConfigError(errors);
  return {
    clientId: written.clientId,
    secrets,
    appUrl: appUrl.text,
    redirectUrl: redirectUrl.text,
    webhookUrl: webhookUrl.text,
    scopes: written.scopes.filter(isScope),
    storeDomainSuffix: `.${written.storeDomainSuffix.replace(/^\./, "")}`,
  };
}

function isFilled(value: unknown): value is string {
  return typeof value === "string" && value.trim() !== "";
}

/**
 * Return the URL of a path on the App URL's origin; defaults follow the App URL, so an invalid App URL is one error,
 * not three.
 */
function buildDefaultUrl(appUrl: URL | undefined, path: string): string {
  return new URL(path, appUrl ?? "https://app.invalid").href;
}

function readAddress(text: string | undefined): URL | null {
  const url = URL.parse(text ?? "");
  if (url === null || url.username !== "" || url.password !== "" || url.hash !== "") return null;
  const allowed = url.protocol === "https:" || (url.protocol === "http:" && isLoopbackName(url.hostname));
  return allowed ? url : null;
}
