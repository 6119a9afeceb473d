import { join } from "node:path";
import { build } from "vite";

const root = join(import.meta.dirname, "../..");

async function bundle(entry: string, name: string): Promise<string> {
  const buildResult = await build({
    root,
    configFile: false,
    logLevel: "warn",
    build: {
      write: false,
      target: "es2023",
      lib: { entry: join(root, entry), formats: ["iife"], name },
    },
  });
  const [output] = Array.isArray(buildResult) ? buildResult : [buildResult];
  if (output === undefined || !("output" in output)) throw new Error(`Vite produced no output for ${entry}.`);
  return output.output[0].code;
}

/** Bundle the two scripts of the app bridge: the script for apps, and the script for the admin, which defines `bridgeHost`. */
export async function buildBridgeScripts(): Promise<{ app: string; admin: string }> {
  return {
    app: await bundle("packages/app-sdk/bridge/script.ts", "soukBridge"),
    admin: await bundle("apps/admin/embedded/bridge-host.ts", "bridgeHost"),
  };
}
