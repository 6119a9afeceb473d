import type { ServerResponse } from "node:http";
import type { App } from "../create-app.ts";
import { answerRequest, isFor, type NodeRequest } from "./node-request.ts";

/**
 * An app as a middleware of Express 4 and 5: `server.use(expressHandler(app))`, before `express.json()` and every other body
 * parser, so that webhooks arrive with their raw bytes. What is not the app's goes on to the next one.
 */
export function expressHandler(
  app: App,
): (request: NodeRequest, reply: ServerResponse, next: (error?: unknown) => void) => void {
  return (request, reply, next) => {
    if (!isFor(app, request)) return next();
    answerRequest(app, request, reply).catch(next);
  };
}
