import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import react from "@vitejs/plugin-react";
import { build } from "vite";
import { root } from "../root.ts";
import { colorSchemePlugin } from "./color-scheme-plugin.ts";
import { contractPlugin } from "./contract-plugin.ts";

/** The platform replaces this with a new nonce in each document it serves (packages/platform/http/panels/panel-html.ts). */
const nonceMark = "__SOUK_NONCE__";

/** The functions of the contract that only build a schema from their arguments. */
const schemaFunctions = [
  "Type",
  "createCursorListSchema",
  "createEmailField",
  "createListSchema",
  "createLongText",
  "createRecordResponse",
  "createTextField",
  "createTimeField",
  "createTimeListSchema",
  "getResponseSchemas",
  "nullable",
];

/** Build a panel into its dist folder, with a Brotli and a gzip copy of each script, stylesheet and SVG image. */
export async function buildPanel(app: "admin" | "partners"): Promise<void> {
  const folder = join(root, "apps", app);
  await build({
    root: folder,
    configFile: false,
    logLevel: "warn",
    plugins: [colorSchemePlugin, contractPlugin, react()],
    html: { cspNonce: nonceMark },
    // npm installs a copy of Mantine for each workspace. Two copies would have separate React contexts, so only one is used.
    resolve: { dedupe: ["@mantine/core", "@mantine/hooks", "@mantine/notifications"] },
    build: {
      outDir: "dist",
      emptyOutDir: true,
      target: "es2023",
      // A data: URL in a stylesheet would need an exception in the Content-Security-Policy.
      assetsInlineLimit: 0,
      chunkSizeWarningLimit: 1_000,
      rolldownOptions: {
        // The schemas of responses are not used in the browser, so the calls that build them are left out.
        treeshake: { manualPureFunctions: schemaFunctions },
        // The English messages are in a separate file, which e2e/pseudo-locale.slow.test.ts replaces with another language.
        output: { codeSplitting: { groups: [{ name: "messages", test: /\/messages\/en\.ts$/ }] } },
      },
    },
  });
  await compressAll(join(folder, "dist/assets"));
}

/** Build the app bridge, which apps load as a plain script, into the admin's dist folder. */
export async function buildBridge(): Promise<void> {
  await build({
    root: join(root, "packages/app-sdk"),
    configFile: false,
    logLevel: "warn",
    build: {
      outDir: join(root, "apps/admin/dist"),
      emptyOutDir: false,
      target: "es2022",
      lib: {
        entry: join(root, "packages/app-sdk/bridge/script.ts"),
        formats: ["iife"],
        name: "soukBridge",
        fileName: () => "app-bridge.js",
      },
    },
  });
}

const compressiblePattern = /\.(?:js|css|svg)$/;

async function compressAll(folder: string): Promise<void> {
  const names = (await readdir(folder)).filter((name) => compressiblePattern.test(name));
  await Promise.all(
    names.map(async (name) => {
      const path = join(folder, name);
      const bytes = await readFile(path);
      const brotliOptions = { params: { [constants.BROTLI_PARAM_QUALITY]: 10 } };
      await writeFile(`${path}.br`, brotliCompressSync(bytes, brotliOptions));
      await writeFile(`${path}.gz`, gzipSync(bytes, { level: 9 }));
    }),
  );
}
