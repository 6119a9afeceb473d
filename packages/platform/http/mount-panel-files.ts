import { readFile } from "node:fs/promises";
import { join } from "node:path";
import staticFiles from "@fastify/static";
import { throwApiError } from "@souk/contract";
import type { FastifyInstance } from "fastify";
import type { PanelFolders } from "./panels/index.ts";

const scriptHeaders = {
  "content-type": "text/javascript; charset=utf-8",
  // Apps load it into pages of their own origin.
  "cross-origin-resource-policy": "cross-origin",
  "access-control-allow-origin": "*",
  "cache-control": "public, max-age=300",
  "x-content-type-options": "nosniff",
};

/**
 * Serve what the panels' documents load, on their own hosts below /assets/, and the app bridge at
 * /app-bridge.js of the admin's host. A file of /assets/ never changes under its name, so browsers keep it
 * forever.
 */
export async function mountPanelFiles(server: FastifyInstance, folders: PanelFolders): Promise<void> {
  for (const host of ["admin", "partners"] as const) {
    await server.register(staticFiles, {
      root: join(folders[host], "assets"),
      // Not built yet: the document says so, and finds its files as soon as it is.
      suppressWarning: true,
      prefix: "/assets/",
      constraints: { surface: host },
      decorateReply: false,
      index: false,
      dotfiles: "deny",
      maxAge: "1y",
      immutable: true,
      preCompressed: true,
      setHeaders: (reply) => {
        reply.header("x-content-type-options", "nosniff");
        reply.header("cross-origin-resource-policy", "same-origin");
      },
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
