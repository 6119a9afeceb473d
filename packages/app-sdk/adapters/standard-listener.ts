import type { IncomingMessage, ServerResponse } from "node:http";
import type { App } from "../create-app.ts";
import { sendResponse, toStandardRequest } from "./node-request.ts";

/**
 * Create a `node:http` listener for the developer's own URLs from a function that takes a standard request and returns a
 * standard response: `nodeHandler(app, standardListener(app, respond))`.
 */
export function standardListener(
  app: App,
  respond: (request: Request) => Promise<Response> | Response,
): (request: IncomingMessage, reply: ServerResponse) => Promise<void> {
  return async (request, reply) => sendResponse(await respond(toStandardRequest(app, request)), reply);
}
