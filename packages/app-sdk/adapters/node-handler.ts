import type { IncomingMessage, ServerResponse } from "node:http";
import type { App } from "../create-app.ts";
import { handleAppRequest, isAppRequest } from "./node-request.ts";

/**
 * Create a listener for `node:http` from an app: `createServer(nodeHandler(app))`.
 *
 * @param listener handles requests to URLs that are not the app's; by default they are answered with 404. If the listener
 * throws or rejects, the error is reported and answered with 500, because node:http would end the process
 */
export function nodeHandler(
  app: App,
  listener: (request: IncomingMessage, reply: ServerResponse) => unknown = sendNotFound,
): (request: IncomingMessage, reply: ServerResponse) => void {
  return (request, reply) => {
    const result = isAppRequest(app, request)
      ? handleAppRequest(app, request, reply)
      : callListener(listener, request, reply);
    result.catch((error: unknown) => {
      app.report(error);
      sendServerError(reply);
    });
  };
}

/** Call the listener. The returned promise also rejects if the listener throws synchronously. */
async function callListener(
  listener: (request: IncomingMessage, reply: ServerResponse) => unknown,
  request: IncomingMessage,
  reply: ServerResponse,
): Promise<void> {
  await listener(request, reply);
}

function sendNotFound(_request: IncomingMessage, reply: ServerResponse): void {
  reply.writeHead(404, { "content-type": "text/plain" }).end("Not found\n");
}

function sendServerError(reply: ServerResponse): void {
  if (reply.headersSent) reply.destroy();
  else reply.writeHead(500, { "content-type": "text/plain" }).end("Internal server error\n");
}
