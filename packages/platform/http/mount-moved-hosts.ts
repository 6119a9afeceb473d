import type { FastifyInstance } from "fastify";
import type { Addresses } from "../runtime/addresses.ts";

/**
 * Mount the redirects from `admin.`, `partners.` and `files.` below the stores' domain to the same URL on the separate admin
 * domain, for links from before SOUK_ADMIN_DOMAIN was set.
 */
export function mountMovedHosts(server: FastifyInstance, addresses: Addresses): void {
  const { adminOrigin, partnersOrigin, filesOrigin } = addresses;
  const origins = new Map(
    [adminOrigin, partnersOrigin, filesOrigin].map((origin) => [getFirstLabel(origin), origin]),
  );
  server.route({
    method: ["GET", "HEAD"],
    url: "/*",
    constraints: { surface: "moved" },
    handler: (request, reply) => {
      const origin =
        origins.get(getFirstLabel(`${addresses.scheme}://${request.headers.host}`)) ?? adminOrigin;
      return reply.code(308).header("location", `${origin}${request.url}`).send("");
    },
  });
}

function getFirstLabel(origin: string): string {
  return new URL(origin).hostname.split(".")[0] ?? "";
}
