import type { FastifyInstance } from "fastify";
import type { Clock } from "../runtime/clock.ts";

/** The time from the response until the `Expires` date. */
const validForMs = 180 * 86_400_000;

/** Render the content of security.txt (RFC 9116). `Expires` is less than a year away, as the standard recommends. */
function renderSecurityText(contacts: readonly string[], nowMs: number): string {
  const expires = new Date(nowMs + validForMs).toISOString().replace(/\.\d+Z$/, "Z");
  const lines = [...contacts.map((contact) => `Contact: ${contact}`), `Expires: ${expires}`];
  return `${lines.join("\n")}\nPreferred-Languages: en\n`;
}

/**
 * Mount, on every host, /.well-known/security.txt, which says where people can report a vulnerability of this platform. Without
 * a contact, the path gets 404.
 *
 * @param contacts the operator's contacts as URIs, the preferred one first
 */
export function mountSecurityContact(
  server: FastifyInstance,
  contacts: readonly string[],
  clock: Clock,
): void {
  server.route({
    method: ["GET", "HEAD"],
    url: "/.well-known/security.txt",
    handler: (_request, reply) =>
      contacts.length === 0
        ? reply.callNotFound()
        : reply
            .header("content-type", "text/plain; charset=utf-8")
            .send(renderSecurityText(contacts, clock.now())),
  });
}
