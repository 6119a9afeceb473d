import { type AppConfig, ConfigError, readAppConfig } from "@souk/app-sdk";

/** What the app is told from outside: by the file .env here, by real variables where it is hosted. */
export interface Config {
  app: AppConfig;
  /** Where the app listens. */
  host: string;
  port: number;
}

/** @throws ConfigError with a sentence for each setting that cannot be used */
export function readConfig(): Config {
  const port = Number(process.env["PORT"] || 4200);
  if (!Number.isInteger(port) || port < 1 || port > 65_535)
    throw new ConfigError(["PORT takes a number from 1 to 65535."]);
  const app = readAppConfig(process.env, { scopes: ["read_products"] });
  return { app, host: process.env["HOST"] || "127.0.0.1", port };
}
