import { openapi } from "@souk/contract";
import type { FastifyInstance } from "fastify";

/** Serves the OpenAPI documents on the partners' host, beside the readable reference. */
export function mountDocuments(server: FastifyInstance): void {
  for (const version of ["3.0", "4.0"] as const) {
    const text = JSON.stringify(openapi(version));
    server.get(
      `/docs/openapi-${version}.json`,
      { constraints: { surface: "partners" } },
      async (_request, reply) =>
        reply
          .headers({ "content-type": "application/json; charset=utf-8", "access-control-allow-origin": "*" })
          .send(text),
    );
  }
}
