import type { IncomingMessage, ServerResponse } from "node:http";
import type { App } from "../create-app.ts";
import { answerRequest, isFor } from "./node-request.ts";

/**
 * An app as a listener of `node:http`: `createServer(nodeHandler(app))`.
 *
 * @param otherwise answers what is not the app's; 404 when left out. What it throws, now or later, is reported and answered
 * with 500: node:http would end the process over it
 */
export function nodeHandler(
  app: App,
  otherwise: (request: IncomingMessage, reply: ServerResponse) => unknown = notFound,
): (request: IncomingMessage, reply: ServerResponse) => void {
  return (request, reply) => {
    const answered = isFor(app, request)
      ? answerRequest(app, request, reply)
      : answerOwn(otherwise, request, reply);
    answered.catch((error: unknown) => {
      app.report(error);
      failed(reply);
    });
  };
}

async function answerOwn(
  otherwise: (request: IncomingMessage, reply: ServerResponse) => unknown,
  request: IncomingMessage,
  reply: ServerResponse,
): Promise<void> {
  await otherwise(request, reply);
}

function notFound(_request: IncomingMessage, reply: ServerResponse): void {
  reply.writeHead(404, { "content-type": "text/plain" }).end("Not found\n");
}

function failed(reply: ServerResponse): void {
  if (reply.headersSent) reply.destroy();
  else reply.writeHead(500, { "content-type": "text/plain" }).end("Something went wrong\n");
}
