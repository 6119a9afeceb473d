import { readFile } from "node:fs/promises";
import { join } from "node:path";
import staticFiles from "@fastify/static";
import { throwApiError } from "@souk/contract";
import type { FastifyInstance } from "fastify";
import type { PanelFolders } from "./panels/index.ts";

const scriptHeaders = {
  "content-type": "text/javascript; charset=utf-8",
  // Apps load the app bridge into pages of their own origin.
  "cross-origin-resource-policy": "cross-origin",
  "access-control-allow-origin": "*",
  "cache-control": "public, max-age=300",
};

/**
 * Serve the scripts and styles of each panel below /assets/ on its host, and the app bridge at /app-bridge.js on
 * the admin's host. The file at a path below /assets/ never changes, so browsers cache it forever.
 */
export async function mountPanelFiles(server: FastifyInstance, folders: PanelFolders): Promise<void> {
  for (const host of ["admin", "partners"] as const) {
    await server.register(staticFiles, {
      root: join(folders[host], "assets"),
      // The panel may be built later, while the server runs. Until then, its page says that it is not built.
      suppressWarning: true,
      prefix: "/assets/",
      constraints: { surface: host },
      decorateReply: false,
      index: false,
      dotfiles: "deny",
      maxAge: "1y",
      immutable: true,
      preCompressed: true,
    });
  }
  server.route({
    method: ["GET", "HEAD"],
    url: "/app-bridge.js",
    constraints: { surface: "admin" },
    handler: async (_request, reply) => {
      const script = await readFile(join(folders.admin, "app-bridge.js"), "utf8").catch(() => null);
      if (script === null) throwApiError("not_found", { message: "The app bridge is not built." });
      return reply.headers(scriptHeaders).send(script);
    },
  });
}
