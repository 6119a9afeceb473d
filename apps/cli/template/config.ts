import { type AppConfig, readAddress, readAppConfig, type ServerAddress } from "@souk/app-sdk";

/** The app's settings, read from .env in development and from environment variables in production. */
export interface Config {
  app: AppConfig;
  /** The host and port that the app listens on. */
  address: ServerAddress;
}

/** Read the settings. @throws ConfigError that lists each invalid setting */
export function readConfig(): Config {
  return {
    app: readAppConfig(process.env, { scopes: ["read_products"] }),
    address: readAddress(process.env, 4200),
  };
}
