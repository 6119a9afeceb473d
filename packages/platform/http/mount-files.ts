import staticFiles from "@fastify/static";
import type { FastifyInstance } from "fastify";

/**
 * Serves the pictures of the data directory on their own host, where no session and no script counts.
 * A file never changes under its name, so browsers may keep it for good.
 * @param root the folder that is served; nothing outside it, no dot files, no listings
 */
export async function mountFiles(server: FastifyInstance, root: string): Promise<void> {
  await server.register(staticFiles, {
    root,
    constraints: { surface: "files" },
    decorateReply: false,
    index: false,
    dotfiles: "deny",
    maxAge: "1y",
    immutable: true,
    setHeaders: (reply) => {
      reply.header("x-content-type-options", "nosniff");
      reply.header("content-security-policy", "default-src 'none'; sandbox");
      reply.header("cross-origin-resource-policy", "cross-origin");
    },
  });
}
