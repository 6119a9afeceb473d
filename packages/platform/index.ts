export { type Addresses, createAddresses, type PublicUrl } from "./addresses.ts";
export { type Clock, systemClock } from "./clock.ts";
export {
  type Config,
  ConfigError,
  configurationReference,
  environment,
  readConfig,
  readSecrets,
} from "./config/index.ts";
export { createPlatform, type Platform } from "./create-platform.ts";
export {
  type DemoAppCredentials,
  type DemoAppHandle,
  type DemoAppVerdict,
  demoApps,
  type NoDemoApp,
} from "./demo/demo-app.ts";
export type { Visit } from "./demo/install-demo-app.ts";
export { createPracticeApi } from "./demo/practice-api.ts";
export { installPracticeApp } from "./demo/practice-app.ts";
export { createPracticeShop, type PracticeShop } from "./demo/practice-shop.ts";
export { seedCatalog } from "./demo/seed-catalog.ts";
export { type DemoSeed, demoAccounts, demoPassword } from "./demo/seed-demo.ts";
export type { ListeningAddress } from "./http/listen.ts";
export type { MountedOperation } from "./http/mount.ts";
export { hasStaff } from "./modules/people/index.ts";
export { createLog } from "./observability/index.ts";
export type { PanelFolders } from "./panels/index.ts";
export type { ProcessRole } from "./processes/index.ts";
export { type RandomText, secureRandomFraction, secureRandomText } from "./random.ts";
export {
  handDemoApp,
  installInDemo,
  makeDemo,
  openStorage,
  type RunningPlatform,
  type RunOptions,
  runPlatform,
  StartError,
  type Storage,
} from "./start/index.ts";
export type { Log, PlatformOptions } from "./wiring/house.ts";
