import type { ServerResponse } from "node:http";
import type { App } from "../create-app.ts";
import { handleAppRequest, isAppRequest, type NodeRequest } from "./node-request.ts";

/**
 * Create middleware for Express 4 and 5 from an app: `server.use(expressHandler(app))`. Use it before `express.json()`
 * and every other body parser, so that webhooks arrive with their raw bytes. Requests to URLs that the app does not handle
 * go to the next handler.
 */
export function expressHandler(
  app: App,
): (request: NodeRequest, reply: ServerResponse, next: (error?: unknown) => void) => void {
  return (request, reply, next) => {
    if (!isAppRequest(app, request)) return next();
    handleAppRequest(app, request, reply).catch(next);
  };
}
