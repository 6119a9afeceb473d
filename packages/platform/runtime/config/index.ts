export type { Config, MailSettings, StorageSettings } from "./config.ts";
export { ConfigError } from "./config-error.ts";
export { renderConfigurationReference } from "./configuration-reference.ts";
export { getEnvironment } from "./environment.ts";
export { readConfig } from "./read-config.ts";
export { readSecrets } from "./secrets.ts";
