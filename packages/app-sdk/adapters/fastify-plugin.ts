import type { IncomingMessage, ServerResponse } from "node:http";
import type { App } from "../create-app.ts";
import { maxBodyBytes } from "../webhooks/read-bytes.ts";
import { sendResponse, toStandardRequest } from "./node-request.ts";

/** The part of a Fastify 5 instance that the plugin uses. The SDK does not depend on Fastify. */
export interface FastifyScope {
  removeAllContentTypeParsers(): void;
  addContentTypeParser(
    contentType: string,
    options: { parseAs: "buffer" },
    parse: (request: unknown, body: Buffer, done: (error: Error | null, body?: unknown) => void) => void,
  ): unknown;
  route(route: {
    method: "GET" | "POST";
    url: string;
    bodyLimit: number;
    exposeHeadRoute: boolean;
    handler(request: FastifyRequest, reply: FastifyReply): Promise<void>;
  }): unknown;
}

/** The part of a Fastify request that the plugin uses. */
export interface FastifyRequest {
  raw: IncomingMessage;
  body: unknown;
}

/** The part of a Fastify reply that the plugin uses. */
export interface FastifyReply {
  raw: ServerResponse;
  /** Take over the reply, so that Fastify does not send it. */
  hijack(): unknown;
}

/**
 * Create a plugin for Fastify 5 from an app: `await server.register(fastifyPlugin(app))`, without a prefix. The app's
 * routes get raw bytes, and routes outside the plugin keep their body parsers.
 */
export function fastifyPlugin(app: App): (scope: FastifyScope) => Promise<void> {
  return async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser("*", { parseAs: "buffer" }, (_request, body, done) => done(null, body));
    for (const { method, path } of app.routes)
      scope.route({
        method,
        url: path,
        bodyLimit: maxBodyBytes,
        exposeHeadRoute: false,
        handler: async ({ raw, body }, reply) => {
          const response = await app.fetch(toStandardRequest(app, Object.assign(raw, { rawBody: body })));
          reply.hijack();
          await sendResponse(response, reply.raw);
        },
      });
  };
}
