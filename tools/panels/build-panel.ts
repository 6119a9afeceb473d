import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import react from "@vitejs/plugin-react";
import { build } from "vite";
import { root } from "../root.ts";
import { contractPlugin } from "./contract-plugin.ts";
import { schemePlugin } from "./scheme-plugin.ts";

/** The platform puts a fresh nonce here in every document it serves (packages/platform/http/panels/panel-document.ts). */
const nonceMark = "__SOUK_NONCE__";

/** Build one panel from its index.html into its dist folder, each asset beside its compressed copies. */
export async function buildPanel(app: "admin" | "partners"): Promise<void> {
  const folder = join(root, "apps", app);
  await build({
    root: folder,
    configFile: false,
    logLevel: "warn",
    plugins: [schemePlugin, contractPlugin, react()],
    html: { cspNonce: nonceMark },
    // npm installs Mantine for each workspace; two copies would not know each other's contexts.
    resolve: { dedupe: ["@mantine/core", "@mantine/hooks", "@mantine/notifications"] },
    build: {
      outDir: "dist",
      emptyOutDir: true,
      target: "es2023",
      // A data: address in a style would need an exception in the Content-Security-Policy.
      assetsInlineLimit: 0,
      chunkSizeWarningLimit: 1_000,
      // The English messages are a file of their own, which e2e/pseudo-locale.slow.test.ts serves in another language.
      rolldownOptions: {
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

const packed = /\.(?:js|css|svg)$/;

async function compressAll(folder: string): Promise<void> {
  const names = (await readdir(folder)).filter((name) => packed.test(name));
  await Promise.all(
    names.map(async (name) => {
      const path = join(folder, name);
      const bytes = await readFile(path);
      const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: 10 } };
      await writeFile(`${path}.br`, brotliCompressSync(bytes, quality));
      await writeFile(`${path}.gz`, gzipSync(bytes, { level: 9 }));
    }),
  );
}
