import type { Scope } from "@souk/contract";
import { readSettings, type WrittenSettings } from "./settings.ts";

/** The result of `readAppConfig`, to spread into the options of `createApp`. */
export interface AppConfig {
  clientId: string;
  clientSecret: readonly string[];
  appUrl: string;
  redirectUrl: string;
  webhookUrl: string;
  scopes: readonly Scope[];
  storeDomainSuffix: string;
}

const variables: Record<keyof WrittenSettings, string> = {
  clientId: "SOUK_CLIENT_ID",
  clientSecret: "SOUK_CLIENT_SECRET",
  appUrl: "SOUK_APP_URL",
  redirectUrl: "SOUK_REDIRECT_URL",
  webhookUrl: "SOUK_WEBHOOK_URL",
  scopes: "SOUK_SCOPES",
  storeDomainSuffix: "SOUK_STORE_DOMAIN_SUFFIX",
};

/**
 * Read an app's settings from the environment: SOUK_CLIENT_ID, SOUK_CLIENT_SECRET (two with a comma between them during a
 * rotation), SOUK_APP_URL, SOUK_SCOPES (comma-separated) and SOUK_STORE_DOMAIN_SUFFIX; SOUK_REDIRECT_URL and
 * SOUK_WEBHOOK_URL where they are not `/auth/callback` and `/webhooks` of the App URL's origin.
 *
 * @param env `process.env`
 * @param defaults used for unset variables, for example the app's own scopes
 * @throws ConfigError with a sentence for each invalid variable
 */
export function readAppConfig(
  env: Readonly<Record<string, string | undefined>>,
  defaults: Partial<AppConfig> = {},
): AppConfig {
  const text = (setting: keyof WrittenSettings): string | undefined =>
    env[variables[setting]]?.trim() || undefined;
  const list = (setting: keyof WrittenSettings): string[] | undefined =>
    text(setting)
      ?.split(",")
      .map((part) => part.trim())
      .filter((part) => part !== "");
  const settings = readSettings(
    {
      clientId: text("clientId") ?? defaults.clientId ?? "",
      clientSecret: list("clientSecret") ?? defaults.clientSecret ?? [],
      appUrl: text("appUrl") ?? defaults.appUrl ?? "",
      redirectUrl: text("redirectUrl") ?? defaults.redirectUrl,
      webhookUrl: text("webhookUrl") ?? defaults.webhookUrl,
      scopes: list("scopes") ?? defaults.scopes ?? [],
      storeDomainSuffix: text("storeDomainSuffix") ?? defaults.storeDomainSuffix ?? "",
    },
    variables,
  );
  return {
    clientId: settings.clientId,
    clientSecret: settings.secrets,
    appUrl: settings.appUrl,
    redirectUrl: settings.redirectUrl,
    webhookUrl: settings.webhookUrl,
    scopes: settings.scopes,
    storeDomainSuffix: settings.storeDomainSuffix,
  };
}
