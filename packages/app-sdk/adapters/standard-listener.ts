import type { IncomingMessage, ServerResponse } from "node:http";
import type { App } from "../create-app.ts";
import { sendResponse, standardRequest } from "./node-request.ts";

/**
 * Create a listener of `node:http` for the developer's own URLs, with standard requests and responses:
 * `nodeHandler(app, standardListener(app, answer))`.
 */
export function standardListener(
  app: App,
  answer: (request: Request) => Promise<Response> | Response,
): (request: IncomingMessage, reply: ServerResponse) => Promise<void> {
  return async (request, reply) => sendResponse(await answer(standardRequest(app, request)), reply);
}
