import { ApiError } from "@souk/client";
import {
  type BridgeErrorCode,
  type BridgeRequest,
  type BridgeResponse,
  bridgeErrors,
  bridgeLimits,
  bridgeResources,
  bridgeVersion,
  buildPagePath,
  joinPagePath,
  parseBridgeRequest,
  resolveBridgePath,
} from "@souk/contract";
import { parseConsentUrl } from "./parse-consent-url.ts";
import { createRequestLimiter, type RequestLimiter } from "./request-limiter.ts";

/** The app that a frame shows, in one store. */
export interface FramedApp {
  client_id: string;
  /** The origin of the App URL. Messages from pages of other origins are ignored. */
  origin: string;
  /** The store's admin URL, `https://admin.{domain}/{handle}`. */
  host_url: string;
}

/** What the admin does when an app requests it. All arguments have been validated. */
export interface BridgeHandlers {
  /** Record that the app's page is loaded and has connected to the bridge. */
  onHello(): void;
  fetchSessionToken(): Promise<{ token: string; expires_in_s: number }>;
  showToast(text: string, style: "info" | "success" | "error"): void;
  setTitle(text: string): void;
  /** Open a page of this store's admin. @param path the page's path, which begins with the store's handle */
  navigate(path: string): void;
  /** Set the height of the app's frame. @param height in CSS pixels, between the minimum and the maximum */
  setFrameHeight(height: number): void;
  /** Open the consent page. @param url the URL of this store's consent page for this app */
  openConsentPage(url: string): void;
}

/** The fields of a browser's `MessageEvent` that the bridge needs. */
export interface PostedMessage {
  source: unknown;
  origin: string;
  data: unknown;
}

/** The window of the frame. */
export interface FrameWindow {
  postMessage(message: unknown, targetOrigin: string): void;
}

export interface BridgeHost {
  /**
   * Handle a message if it comes from the frame's window and the app's origin, and post the response. Resolve after the
   * response is posted.
   */
  receive(message: PostedMessage, frame: FrameWindow | null): Promise<void>;
}

/** The error of a rejected request. */
class BridgeRejection extends Error {
  readonly code: BridgeErrorCode;

  constructor(code: BridgeErrorCode, message: string = bridgeErrors[code]) {
    super(message);
    this.code = code;
  }
}

/**
 * Create the admin's end of the app bridge for one opened app.
 * @param now a clock in milliseconds, for the request limits
 */
export function createBridgeHost(app: FramedApp, handlers: BridgeHandlers, now: () => number): BridgeHost {
  const limiter = createRequestLimiter(now);
  return {
    receive: async ({ source, origin, data }, frame) => {
      // Check the window, because another frame may show the same app. Check the origin, because this frame may show
      // another site.
      if (frame === null || source !== frame || origin !== app.origin) return;
      const response = await handleRequest(data, { app, handlers, limiter });
      // If the frame now shows a page of another origin, the browser discards the response.
      if (response !== null) frame.postMessage(response, app.origin);
    },
  };
}

interface RequestContext {
  app: FramedApp;
  handlers: BridgeHandlers;
  limiter: RequestLimiter;
}

/** Return the response to a message; null if the message is not a bridge request. */
async function handleRequest(data: unknown, context: RequestContext): Promise<BridgeResponse | null> {
  const parsedRequest = parseBridgeRequest(data);
  if (!parsedRequest.ok)
    return parsedRequest.reason === "foreign"
      ? null
      : buildErrorResponse(parsedRequest.id, parsedRequest.reason, parsedRequest.message);
  const { request } = parsedRequest;
  if (!context.limiter.tryCount(request.ask))
    return buildErrorResponse(request.id, "too_many", bridgeErrors.too_many);
  try {
    const value = await executeRequest(request, context);
    return { souk_bridge: bridgeVersion, reply_to: request.id, ok: true, value };
  } catch (error) {
    if (error instanceof BridgeRejection) return buildErrorResponse(request.id, error.code, error.message);
    // An API error's message may be shown to the app, for example that the app is disabled; other errors are internal.
    const message = error instanceof ApiError ? error.message : bridgeErrors.unavailable;
    return buildErrorResponse(request.id, "unavailable", message);
  }
}

function buildErrorResponse(reply_to: number, code: BridgeErrorCode, message: string): BridgeResponse {
  return { souk_bridge: bridgeVersion, reply_to, ok: false, error: { code, message } };
}

/** Call the handler of a request and return the value for the response. */
async function executeRequest(request: BridgeRequest, { app, handlers }: RequestContext): Promise<object> {
  switch (request.ask) {
    case "hello":
      handlers.onHello();
      return { version: bridgeVersion };
    case "session_token":
      return handlers.fetchSessionToken();
    case "toast":
      handlers.showToast(request.with.text, request.with.style);
      return {};
    case "title":
      handlers.setTitle(request.with.text);
      return {};
    case "navigate":
      handlers.navigate(buildAdminPath(app, request.with.path));
      return {};
    case "open":
      handlers.navigate(
        buildAdminPath(app, buildPagePath(bridgeResources[request.with.resource], { id: request.with.id })),
      );
      return {};
    case "resize":
      handlers.setFrameHeight(clampHeight(request.with.height));
      return {};
    case "authorize":
      handlers.openConsentPage(
        parseConsentUrl(request.with.url, { hostUrl: app.host_url, clientId: app.client_id }) ??
          rejectRequest("An app can only open its own consent page in this store."),
      );
      return {};
  }
}

function rejectRequest(message: string): never {
  throw new BridgeRejection("refused", message);
}

function buildAdminPath({ host_url }: FramedApp, path: string): string {
  const pagePath =
    resolveBridgePath(path) ?? rejectRequest("An app can only open pages of this store's admin.");
  return joinPagePath(new URL(host_url).pathname, pagePath);
}

function clampHeight(height: number): number {
  const { min_height_px, max_height_px } = bridgeLimits;
  return Math.min(Math.max(Math.ceil(height), min_height_px), max_height_px);
}
