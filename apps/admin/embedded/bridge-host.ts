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
import { consentAddress } from "./consent-address.ts";
import { type QuestionBudget, questionBudget } from "./question-budget.ts";

/** The app in the frame. */
export interface FramedApp {
  client_id: string;
  /** The origin of its App URL: messages of a page of another origin are ignored. */
  origin: string;
  /** `https://admin.{domain}/{handle}` of the store that the app is opened in. */
  host_url: string;
}

/** The actions of the admin for an app. Every argument is checked already. */
export interface BridgeActs {
  /** Record that the page has found the bridge. */
  greet(): void;
  sessionToken(): Promise<{ token: string; expires_in_s: number }>;
  toast(text: string, style: "info" | "success" | "error"): void;
  title(text: string): void;
  /** @param path an address of this admin, within the store */
  go(path: string): void;
  /** @param height CSS pixels, within the bounds */
  resize(height: number): void;
  /** @param address this store's consent page for this app */
  authorize(address: string): void;
}

/** A message as the browser delivers it. */
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
  /** Answer a message if it comes from this window and the app's origin. Resolves when the answer is sent. */
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
 * The admin's side of the app bridge, for one opened app.
 * @param now a clock in milliseconds, for the limit of how often a page may ask
 */
export function createBridgeHost(app: FramedApp, acts: BridgeActs, now: () => number): BridgeHost {
  const budget = questionBudget(now);
  return {
    receive: async ({ source, origin, data }, frame) => {
      // Both: another frame may hold a page of the app, and a page of another origin may have come into this frame.
      if (frame === null || source !== frame || origin !== app.origin) return;
      const answer = await answerTo(data, { app, acts, budget });
      // For the app's origin only: if its page has been left meanwhile, the browser drops the answer.
      if (answer !== null) frame.postMessage(answer, app.origin);
    },
  };
}

interface Answering {
  app: FramedApp;
  acts: BridgeActs;
  budget: QuestionBudget;
}

async function answerTo(data: unknown, answering: Answering): Promise<BridgeResponse | null> {
  const read = parseBridgeRequest(data);
  if (!read.ok) return read.reason === "foreign" ? null : no(read.id, read.reason, read.message);
  const { question } = read;
  if (!answering.budget.take(question.ask)) return no(question.id, "too_many", bridgeErrors.too_many);
  try {
    const value = await carryOut(question, answering);
    return { souk_bridge: bridgeVersion, reply_to: question.id, ok: true, value };
  } catch (error) {
    if (error instanceof BridgeRejection) return no(question.id, error.code, error.message);
    // What the platform says is meant for people: the app is disabled, or suspended.
    const said = error instanceof ApiError ? error.message : bridgeErrors.unavailable;
    return no(question.id, "unavailable", said);
  }
}

function no(reply_to: number, code: BridgeErrorCode, message: string): BridgeResponse {
  return { souk_bridge: bridgeVersion, reply_to, ok: false, error: { code, message } };
}

async function carryOut(question: BridgeRequest, { app, acts }: Answering): Promise<object> {
  switch (question.ask) {
    case "hello":
      acts.greet();
      return { version: bridgeVersion };
    case "session_token":
      return acts.sessionToken();
    case "toast":
      acts.toast(question.with.text, question.with.style);
      return {};
    case "title":
      acts.title(question.with.text);
      return {};
    case "navigate":
      acts.go(placeIn(app, question.with.path));
      return {};
    case "open":
      acts.go(placeIn(app, buildPagePath(bridgeResources[question.with.resource], { id: question.with.id })));
      return {};
    case "resize":
      acts.resize(withinBounds(question.with.height));
      return {};
    case "authorize":
      acts.authorize(
        consentAddress(question.with.url, { hostUrl: app.host_url, clientId: app.client_id }) ??
          rejectRequest("An app can only open its own consent page in this store."),
      );
      return {};
  }
}

function rejectRequest(message: string): never {
  throw new BridgeRejection("refused", message);
}

function placeIn({ host_url }: FramedApp, path: string): string {
  const place = resolveBridgePath(path) ?? rejectRequest("An app can only open pages of this store's admin.");
  return joinPagePath(new URL(host_url).pathname, place);
}

function withinBounds(height: number): number {
  const { min_height_px: least_height_px, max_height_px: greatest_height_px } = bridgeLimits;
  return Math.min(Math.max(Math.ceil(height), least_height_px), greatest_height_px);
}
