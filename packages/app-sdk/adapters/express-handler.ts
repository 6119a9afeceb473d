import type { ServerResponse } from "node:http";
import type { App } from "../create-app.ts";
import { handleAppRequest, isAppRequest, type NodeRequest } from "./node-request.ts";

/**
 * Create a middleware for Express 4 and 5 from an app: `server.use(expressHandler(app))`. Use it before `express.json()` and
 * every other body parser, so that webhooks arrive with their raw bytes. Requests to other URLs go to the next handler.
 */
export function expressHandler(
  app: App,
): (request: NodeRequest, reply: ServerResponse, next: (error?: unknown) => void) => void {
  return (request, reply, next) => {
    if (!isAppRequest(app, request)) return next();
    handleAppRequest(app, request, reply).catch(next);
  };
}
