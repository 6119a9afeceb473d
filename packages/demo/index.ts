export { createDemo, installInDemo, prepareDemoApp } from "./create-demo.ts";
export { explainWrongDatabase, markProductionDatabase } from "./database-mode.ts";
export {
  type DemoAppCredentials,
  type DemoAppHandle,
  type DemoAppResult,
  demoApps,
  type MissingDemoAppReason,
} from "./demo-app.ts";
export { findDemoPassword, replaceDemoPassword } from "./demo-password.ts";
export type { VisitUrl } from "./install-demo-app.ts";
export { type DemoContent, findDemo, removeDemo } from "./remove-demo.ts";
export { type DemoSeed, demoAccounts, demoPassword } from "./seed-demo.ts";
