export {
  type DemoAppCredentials,
  type DemoAppHandle,
  type DemoAppVerdict,
  demoApps,
  type NoDemoApp,
} from "./demo-app.ts";
export type { Visit } from "./install-demo-app.ts";
export { handDemoApp, installInDemo, makeDemo } from "./make-demo.ts";
export { type DemoSeed, demoAccounts, demoPassword } from "./seed-demo.ts";
