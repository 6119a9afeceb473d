export type { ListeningAddress } from "./http/listen.ts";
export type { MountedOperation } from "./http/mount.ts";
export type { PanelFolders } from "./http/panels/index.ts";
export type { Actor } from "./infrastructure/routing/actor.ts";
export { isJsonText } from "./infrastructure/routing/answer.ts";
export type { Call, Store } from "./infrastructure/routing/call.ts";
export type { FileStorage } from "./infrastructure/storage/index.ts";
export { hasStaff } from "./modules/people/index.ts";
export { type Addresses, createAddresses, type PublicUrl } from "./runtime/addresses.ts";
export { type Clock, systemClock } from "./runtime/clock.ts";
export type { Log, PlatformOptions } from "./runtime/composition/resources.ts";
export {
  type Config,
  ConfigError,
  configurationReference,
  environment,
  readConfig,
  readSecrets,
} from "./runtime/config/index.ts";
export { createPlatform, type Platform } from "./runtime/create-platform.ts";
export { createLog } from "./runtime/observability/index.ts";
export type { ProcessRole } from "./runtime/processes/index.ts";
export { type RandomText, secureRandomFraction, secureRandomText } from "./runtime/random.ts";
export {
  openStorage,
  type RunningPlatform,
  type RunOptions,
  runPlatform,
  StartError,
  type Storage,
} from "./runtime/start/index.ts";
