import { isScope, type Scope, scopeNames } from "@souk/contract";
import { isLoopbackName } from "../network/loopback.ts";
import { ConfigError } from "./config-error.ts";

/** An app's settings before validation, from the options of `createApp` or from the environment. */
export interface RawSettings {
  clientId: string;
  clientSecret: string | readonly string[];
  appUrl: string;
  redirectUrl?: string | undefined;
  webhookUrl?: string | undefined;
  scopes: readonly string[];
  storeDomainSuffix: string;
  adminDomain?: string | undefined;
}

/** An app's validated settings. */
export interface Settings {
  clientId: string;
  /** At least one client secret; during a rotation, the old and the new one. */
  secrets: readonly string[];
  /** The three URLs are kept as written, because a Redirection URL is compared character by character (INS-4). */
  appUrl: string;
  redirectUrl: string;
  webhookUrl: string;
  scopes: readonly Scope[];
  /** The domain suffix of all stores, with its leading dot. */
  storeDomainSuffix: string;
  /** The domain of the admin, without a leading dot. It defaults to the domain of the stores. */
  adminDomain: string;
}

type SettingNames = Record<keyof RawSettings, string>;

const hostnameLabel = "[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?";
const suffixPattern = new RegExp(`^\\.?${hostnameLabel}(?:\\.${hostnameLabel})*$`);

/**
 * Validate an app's settings, and return them with defaults for the omitted ones.
 *
 * @param names the name of each setting in its source, for messages
 * @throws ConfigError with a sentence for each invalid setting; no sentence shows a secret
 */
export function validateSettings(rawSettings: RawSettings, names: SettingNames): Settings {
  const errors: string[] = [];
  const addError = (setting: keyof SettingNames, value: unknown, expected: string): void => {
    errors.push(
      `${names[setting]} is ${value === undefined || value === "" ? "not set" : JSON.stringify(value)}. It must be ${expected}.`,
    );
  };

  if (!isNonEmptyText(rawSettings.clientId))
    addError("clientId", rawSettings.clientId, "the app's client id, from the partner dashboard");
  const secrets = [rawSettings.clientSecret].flat();
  if (secrets.length === 0 || !secrets.every(isNonEmptyText))
    errors.push(
      `${names.clientSecret} is not set. It must be the app's client secret, or two during a rotation.`,
    );
  const unknownScopes = rawSettings.scopes.filter((scope) => !isScope(scope));
  if (unknownScopes.length > 0)
    addError("scopes", unknownScopes.join(","), `a list of these scopes: ${scopeNames.join(", ")}`);
  if (!suffixPattern.test(rawSettings.storeDomainSuffix ?? ""))
    addError(
      "storeDomainSuffix",
      rawSettings.storeDomainSuffix,
      "the domain of all stores, such as .souk.example",
    );

  const { adminDomain = rawSettings.storeDomainSuffix } = rawSettings;
  if (adminDomain !== rawSettings.storeDomainSuffix && !suffixPattern.test(adminDomain))
    addError(
      "adminDomain",
      adminDomain,
      "the domain of the admin without `admin.`, such as souk-admin.example",
    );

  const checkUrl = (setting: "appUrl" | "redirectUrl" | "webhookUrl", text: string | undefined) => {
    const url = parseUrl(text);
    if (text !== undefined && url !== null) return { text, url };
    addError(setting, text, "an https:// URL (http:// only for localhost) without a user name or a fragment");
    return null;
  };
  const appUrl = checkUrl("appUrl", rawSettings.appUrl);
  const redirectUrl = checkUrl(
    "redirectUrl",
    rawSettings.redirectUrl ?? buildDefaultUrl(appUrl?.url, "/auth/callback"),
  );
  const webhookUrl = checkUrl(
    "webhookUrl",
    rawSettings.webhookUrl ?? buildDefaultUrl(appUrl?.url, "/webhooks"),
  );
  if (appUrl !== null && redirectUrl !== null && appUrl.url.pathname === redirectUrl.url.pathname)
    errors.push(
      `${names.appUrl} and ${names.redirectUrl} have the same path. Use a different path for each.`,
    );

  if (errors.length > 0 || appUrl === null || redirectUrl === null || webhookUrl === null)
    throw new ConfigError(errors);
  return {
    clientId: rawSettings.clientId,
    secrets,
    appUrl: appUrl.text,
    redirectUrl: redirectUrl.text,
    webhookUrl: webhookUrl.text,
    scopes: rawSettings.scopes.filter(isScope),
    storeDomainSuffix: `.${rawSettings.storeDomainSuffix.replace(/^\./, "")}`,
    adminDomain: adminDomain.replace(/^\./, ""),
  };
}

function isNonEmptyText(value: unknown): value is string {
  return typeof value === "string" && value.trim() !== "";
}

/**
 * Return the URL of a path on the App URL's origin. If the App URL is invalid, return a valid placeholder, so that only the
 * App URL's error is reported.
 */
function buildDefaultUrl(appUrl: URL | undefined, path: string): string {
  return new URL(path, appUrl ?? "https://app.invalid").href;
}

function parseUrl(text: string | undefined): URL | null {
  const url = URL.parse(text ?? "");
  if (url === null || url.username !== "" || url.password !== "" || url.hash !== "") return null;
  const isAllowed = url.protocol === "https:" || (url.protocol === "http:" && isLoopbackName(url.hostname));
  return isAllowed ? url : null;
}
