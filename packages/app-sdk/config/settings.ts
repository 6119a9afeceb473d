import { isScope, type Scope, scopeNames } from "@souk/contract";
import { isLoopbackName } from "../network/loopback.ts";
import { ConfigError } from "./config-error.ts";

/** What an app is made of, as it is written: in the options of `createApp`, or in the environment. */
export interface WrittenSettings {
  clientId: string;
  clientSecret: string | readonly string[];
  appUrl: string;
  redirectUrl?: string | undefined;
  webhookUrl?: string | undefined;
  scopes: readonly string[];
  storeDomainSuffix: string;
}

/** The same, checked. */
export interface Settings {
  clientId: string;
  /** At least one; during a rotation the old one and the new one. */
  secrets: readonly string[];
  /** Addresses as they were written: a Redirection URL counts character for character (INS-4). */
  appUrl: string;
  redirectUrl: string;
  webhookUrl: string;
  scopes: readonly Scope[];
  /** With its leading dot. */
  storeDomainSuffix: string;
}

type Names = Record<keyof WrittenSettings, string>;

const label = "[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?";
const suffixShape = new RegExp(`^\\.?${label}(?:\\.${label})*$`);

/**
 * Checks what an app is made of.
 *
 * @param names what each setting is called where it was written, for the sentences
 * @throws ConfigError with a sentence for each setting that cannot be used; no sentence shows a secret
 */
export function readSettings(written: WrittenSettings, names: Names): Settings {
  const problems: string[] = [];
  const wrong = (setting: keyof Names, had: unknown, takes: string): void => {
    problems.push(
      `${names[setting]} is ${had === undefined || had === "" ? "not set" : JSON.stringify(had)}; it takes ${takes}.`,
    );
  };

  if (!isFilled(written.clientId))
    wrong("clientId", written.clientId, "the app's client id, from the partner dashboard");
  const secrets = [written.clientSecret].flat();
  if (secrets.length === 0 || !secrets.every(isFilled))
    problems.push(
      `${names.clientSecret} is not set; it takes the app's client secret, or two during a rotation.`,
    );
  const unknown = written.scopes.filter((scope) => !isScope(scope));
  if (unknown.length > 0)
    wrong("scopes", unknown.join(","), `scopes of the interface: ${scopeNames.join(", ")}`);
  if (!suffixShape.test(written.storeDomainSuffix ?? ""))
    wrong(
      "storeDomainSuffix",
      written.storeDomainSuffix,
      "the domain that shops stand below, such as .souk.example",
    );

  const address = (setting: "appUrl" | "redirectUrl" | "webhookUrl", text: string | undefined) => {
    const url = readAddress(text);
    if (text !== undefined && url !== null) return { text, url };
    wrong(setting, text, "an https:// address (http:// only on localhost) without a user or a #part");
    return null;
  };
  const appUrl = address("appUrl", written.appUrl);
  const redirectUrl = address("redirectUrl", written.redirectUrl ?? below(appUrl?.url, "/auth/callback"));
  const webhookUrl = address("webhookUrl", written.webhookUrl ?? below(appUrl?.url, "/webhooks"));
  if (appUrl !== null && redirectUrl !== null && appUrl.url.pathname === redirectUrl.url.pathname)
    problems.push(
      `${names.appUrl} and ${names.redirectUrl} have the same path; each takes a path of its own.`,
    );

  if (problems.length > 0 || appUrl === null || redirectUrl === null || webhookUrl === null)
    throw new ConfigError(problems);
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

/** What is left out follows the App URL; a wrong App URL is one problem and not three. */
function below(appUrl: URL | undefined, path: string): string {
  return new URL(path, appUrl ?? "https://app.invalid").href;
}

function readAddress(text: string | undefined): URL | null {
  const url = URL.parse(text ?? "");
  if (url === null || url.username !== "" || url.password !== "" || url.hash !== "") return null;
  const allowed = url.protocol === "https:" || (url.protocol === "http:" && isLoopbackName(url.hostname));
  return allowed ? url : null;
}
