import type { IncomingMessage, ServerResponse } from "node:http";
import type { App } from "../create-app.ts";
import { largestBody } from "../webhooks/read-bytes.ts";
import { sendResponse, standardRequest } from "./node-request.ts";

/** As much of a Fastify 5 instance as the plugin uses; the SDK does not depend on Fastify. */
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

export interface FastifyRequest {
  raw: IncomingMessage;
  body: unknown;
}

export interface FastifyReply {
  raw: ServerResponse;
  /** Tell Fastify that the reply is sent without it. */
  hijack(): unknown;
}

/**
 * Create a plugin of Fastify 5 from an app: `await server.register(fastifyPlugin(app))`, without a prefix. Inside it bodies are
 * raw bytes; routes outside keep their own parsers.
 */
export function fastifyPlugin(app: App): (scope: FastifyScope) => Promise<void> {
  return async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser("*", { parseAs: "buffer" }, (_request, body, done) => done(null, body));
    for (const { method, path } of app.routes)
      scope.route({
        method,
        url: path,
        bodyLimit: largestBody,
        exposeHeadRoute: false,
        handler: async ({ raw, body }, reply) => {
          const answer = await app.fetch(standardRequest(app, Object.assign(raw, { rawBody: body })));
          reply.hijack();
          await sendResponse(answer, reply.raw);
        },
      });
  };
}
