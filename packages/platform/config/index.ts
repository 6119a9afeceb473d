export type { Config } from "./config.ts";
export { ConfigError } from "./config-error.ts";
export { configurationReference } from "./configuration-reference.ts";
export { type Environment, environment } from "./environment.ts";
export { readConfig } from "./read-config.ts";
export { readSecrets, type Secrets } from "./secrets.ts";
