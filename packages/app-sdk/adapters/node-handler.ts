import type { IncomingMessage, ServerResponse } from "node:http";
import type { App } from "../create-app.ts";
import { answerRequest, isAppRequest } from "./node-request.ts";

/**
 * Create a listener of `node:http` from an app: `createServer(nodeHandler(app))`.
 *
 * @param otherwise answers requests to other URLs; defaults to 404. Errors it throws or rejects with are reported and answered
 * with 500: node:http would end the process
 */
export function nodeHandler(
  app: App,
  otherwise: (request: IncomingMessage, reply: ServerResponse) => unknown = notFound,
): (request: IncomingMessage, reply: ServerResponse) => void {
  return (request, reply) => {
    const answered = isAppRequest(app, request)
      ? answerRequest(app, request, reply)
      : callListener(otherwise, request, reply);
    answered.catch((error: unknown) => {
      app.report(error);
      sendServerError(reply);
    });
  };
}

async function callListener(
  otherwise: (request: IncomingMessage, reply: ServerResponse) => unknown,
  request: IncomingMessage,
  reply: ServerResponse,
): Promise<void> {
  await otherwise(request, reply);
}

function notFound(_request: IncomingMessage, reply: ServerResponse): void {
  reply.writeHead(404, { "content-type": "text/plain" }).end("Not found\n");
}

function sendServerError(reply: ServerResponse): void {
  if (reply.headersSent) reply.destroy();
  else reply.writeHead(500, { "content-type": "text/plain" }).end("Internal server error\n");
}
