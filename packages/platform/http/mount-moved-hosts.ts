import type { FastifyInstance } from "fastify";
import type { Addresses } from "../runtime/addresses.ts";

/**
 * Mount redirects from the hosts `admin.`, `partners.` and `files.` below the stores' domain to the same path on the hosts of
 * the separate admin domain. With these redirects, links from before SOUK_ADMIN_DOMAIN was set still work.
 */
export function mountMovedHosts(server: FastifyInstance, addresses: Addresses): void {
  const { adminOrigin, partnersOrigin, filesOrigin } = addresses;
  const origins = new Map(
    [adminOrigin, partnersOrigin, filesOrigin].map((origin) => [getFirstHostLabel(origin), origin]),
  );
  server.route({
    method: ["GET", "HEAD"],
    url: "/*",
    constraints: { surface: "moved" },
    handler: (request, reply) => {
      const origin =
        origins.get(getFirstHostLabel(`${addresses.scheme}://${request.headers.host}`)) ?? adminOrigin;
      return reply.code(308).header("location", `${origin}${request.url}`).send("");
    },
  });
}

function getFirstHostLabel(origin: string): string {
  return new URL(origin).hostname.split(".")[0] ?? "";
}
