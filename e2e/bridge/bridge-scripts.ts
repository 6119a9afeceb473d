import { join } from "node:path";
import { build } from "vite";

const root = join(import.meta.dirname, "../..");

async function bundled(entry: string, name: string): Promise<string> {
  const built = await build({
    root,
    configFile: false,
    logLevel: "warn",
    build: {
      write: false,
      target: "es2023",
      lib: { entry: join(root, entry), formats: ["iife"], name },
    },
  });
  const [output] = Array.isArray(built) ? built : [built];
  if (output === undefined || !("output" in output)) throw new Error(`Vite built nothing from ${entry}.`);
  return output.output[0].code;
}

/** Build both scripts of the app bridge for a browser: the apps' script, and the admin's as `bridgeHost`. */
export async function bridgeScripts(): Promise<{ app: string; admin: string }> {
  return {
    app: await bundled("packages/app-sdk/bridge/script.ts", "soukBridge"),
    admin: await bundled("apps/admin/embedded/bridge-host.ts", "bridgeHost"),
  };
}
