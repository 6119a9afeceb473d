import { buildOpenapi } from "@souk/contract";
import type { FastifyInstance } from "fastify";

/** Serve the OpenAPI documents on the partners' host, next to the API reference. */
export function mountDocuments(server: FastifyInstance): void {
  for (const version of ["3.0", "4.0"] as const) {
    // The document is built at the first request, so that a process starts faster. Most processes never serve it.
    let text: string | undefined;
    server.route({
      method: ["GET", "HEAD"],
      url: `/docs/openapi-${version}.json`,
      constraints: { surface: "partners" },
      handler: async (_request, reply) => {
        text ??= JSON.stringify(buildOpenapi(version));
        return reply
          .headers({
            "content-type": "application/json; charset=utf-8",
            "cross-origin-resource-policy": "cross-origin",
            "access-control-allow-origin": "*",
          })
          .send(text);
      },
    });
  }
}
