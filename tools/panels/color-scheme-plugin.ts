import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Plugin } from "vite";
import { root } from "../root.ts";

/** Adds the script that sets the color scheme to the start of a panel's document, so that it runs before anything is shown. */
export const colorSchemePlugin: Plugin = {
  name: "souk-scheme",
  transformIndexHtml: async () => {
    const children = await readFile(join(root, "packages/ui/theme/scheme-script.js"), "utf8");
    return [{ tag: "script", children, injectTo: "head-prepend" }];
  },
};
