export { buildSessionCookies } from "./http/cookies.ts";
export type { ListeningAddress } from "./http/listen.ts";
export type { MountedOperation } from "./http/mount.ts";
export type { PanelFolders } from "./http/panels/index.ts";
export type { Actor } from "./infrastructure/routing/actor.ts";
export type { Call, Store } from "./infrastructure/routing/call.ts";
export { isJsonText } from "./infrastructure/routing/response.ts";
export type { FileStorage } from "./infrastructure/storage/index.ts";
export { hasStaff } from "./modules/people/index.ts";
export { type Addresses, createAddresses, type PublicUrl } from "./runtime/addresses.ts";
export { type Clock, systemClock } from "./runtime/clock.ts";
export type { Log, PlatformOptions } from "./runtime/composition/resources.ts";
export {
  type Config,
  ConfigError,
  getEnvironment,
  readConfig,
  readSecrets,
  renderConfigurationReference,
} from "./runtime/config/index.ts";
export { createPlatform, type Platform } from "./runtime/create-platform.ts";
export { createLog } from "./runtime/observability/index.ts";
export type { ProcessRole } from "./runtime/processes/index.ts";
export { type RandomText, secureRandomFraction, secureRandomText } from "./runtime/random.ts";
export {
  openServerDatabase,
  type RunningPlatform,
  type RunOptions,
  runPlatform,
  type ServerDatabase,
  StartError,
} from "./runtime/start/index.ts";
