import type { Scope } from "@souk/contract";
import { type RawSettings, validateSettings } from "./settings.ts";

/** The result of `readAppConfig`, to spread into the options of `createApp`. */
export interface AppConfig {
  clientId: string;
  clientSecret: readonly string[];
  appUrl: string;
  redirectUrl: string;
  webhookUrl: string;
  scopes: readonly Scope[];
  storeDomainSuffix: string;
  adminDomain: string;
}

const variableNames: Record<keyof RawSettings, string> = {
  clientId: "SOUK_CLIENT_ID",
  clientSecret: "SOUK_CLIENT_SECRET",
  appUrl: "SOUK_APP_URL",
  redirectUrl: "SOUK_REDIRECT_URL",
  webhookUrl: "SOUK_WEBHOOK_URL",
  scopes: "SOUK_SCOPES",
  storeDomainSuffix: "SOUK_STORE_DOMAIN_SUFFIX",
  adminDomain: "SOUK_ADMIN_DOMAIN",
};

/**
 * Read an app's settings from the environment: SOUK_CLIENT_ID, SOUK_CLIENT_SECRET (during a rotation, two secrets separated
 * by a comma), SOUK_APP_URL, SOUK_SCOPES (separated by commas) and SOUK_STORE_DOMAIN_SUFFIX. SOUK_REDIRECT_URL and
 * SOUK_WEBHOOK_URL are needed only if the app uses other URLs than `/auth/callback` and `/webhooks` on the App URL's origin.
 * SOUK_ADMIN_DOMAIN is needed only if the platform has a separate domain for its admin.
 *
 * @param env `process.env`
 * @param defaults values for unset variables, for example the app's scopes
 * @throws ConfigError with a sentence for each invalid variable
 */
export function readAppConfig(
  env: Readonly<Record<string, string | undefined>>,
  defaults: Partial<AppConfig> = {},
): AppConfig {
  const readText = (setting: keyof RawSettings): string | undefined =>
    env[variableNames[setting]]?.trim() || undefined;
  const readList = (setting: keyof RawSettings): string[] | undefined =>
    readText(setting)
      ?.split(",")
      .map((item) => item.trim())
      .filter((item) => item !== "");
  const settings = validateSettings(
    {
      clientId: readText("clientId") ?? defaults.clientId ?? "",
      clientSecret: readList("clientSecret") ?? defaults.clientSecret ?? [],
      appUrl: readText("appUrl") ?? defaults.appUrl ?? "",
      redirectUrl: readText("redirectUrl") ?? defaults.redirectUrl,
      webhookUrl: readText("webhookUrl") ?? defaults.webhookUrl,
      scopes: readList("scopes") ?? defaults.scopes ?? [],
      storeDomainSuffix: readText("storeDomainSuffix") ?? defaults.storeDomainSuffix ?? "",
      adminDomain: readText("adminDomain") ?? defaults.adminDomain,
    },
    variableNames,
  );
  return {
    clientId: settings.clientId,
    clientSecret: settings.secrets,
    appUrl: settings.appUrl,
    redirectUrl: settings.redirectUrl,
    webhookUrl: settings.webhookUrl,
    scopes: settings.scopes,
    storeDomainSuffix: settings.storeDomainSuffix,
    adminDomain: settings.adminDomain,
  };
}
