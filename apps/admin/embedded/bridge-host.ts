import { ApiError } from "@souk/client";
import {
  type BridgeAnswer,
  type BridgeQuestion,
  type BridgeRefusal,
  bridgeLimits,
  bridgePlace,
  bridgeRefusals,
  bridgeResources,
  bridgeVersion,
  readBridgeQuestion,
} from "@souk/contract";
import { consentAddress } from "./consent-address.ts";
import { type QuestionBudget, questionBudget } from "./question-budget.ts";

/** The app in the frame. */
export interface FramedApp {
  client_id: string;
  /** The origin of its App URL: messages of a page of another origin are not read. */
  origin: string;
  /** `https://admin.{domain}/{handle}` of the shop that it is opened in. */
  host_url: string;
}

/** What the admin does for an app. Everything given is checked already. */
export interface BridgeActs {
  /** The page has found the bridge. */
  greet(): void;
  sessionToken(): Promise<{ token: string; expires_in_s: number }>;
  toast(text: string, style: "info" | "success" | "error"): void;
  title(text: string): void;
  /** @param path an address of this admin, within the shop */
  go(path: string): void;
  /** @param height CSS pixels, within the bounds */
  resize(height: number): void;
  /** @param address this shop's consent page for this app */
  authorize(address: string): void;
}

/** A message as the browser hands it over. */
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
  /** Answers a message if it comes from this window and the app's origin. Resolves when the answer is sent. */
  receive(message: PostedMessage, frame: FrameWindow | null): Promise<void>;
}

/** A question that is answered with a no. */
class Refused extends Error {
  readonly code: BridgeRefusal;

  constructor(code: BridgeRefusal, message: string = bridgeRefusals[code]) {
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

async function answerTo(data: unknown, answering: Answering): Promise<BridgeAnswer | null> {
  const read = readBridgeQuestion(data);
  if (!read.ok) return read.reason === "foreign" ? null : no(read.id, read.reason, read.message);
  const { question } = read;
  if (!answering.budget.take(question.ask)) return no(question.id, "too_many", bridgeRefusals.too_many);
  try {
    const value = await carryOut(question, answering);
    return { souk_bridge: bridgeVersion, reply_to: question.id, ok: true, value };
  } catch (error) {
    if (error instanceof Refused) return no(question.id, error.code, error.message);
    // What the platform says is meant for people: the app is disabled, or suspended.
    const said = error instanceof ApiError ? error.message : bridgeRefusals.unavailable;
    return no(question.id, "unavailable", said);
  }
}

function no(reply_to: number, code: BridgeRefusal, message: string): BridgeAnswer {
  return { souk_bridge: bridgeVersion, reply_to, ok: false, error: { code, message } };
}

async function carryOut(question: BridgeQuestion, { app, acts }: Answering): Promise<object> {
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
      acts.go(placeIn(app, bridgeResources[question.with.resource].replace(":id", String(question.with.id))));
      return {};
    case "resize":
      acts.resize(withinBounds(question.with.height));
      return {};
    case "authorize":
      acts.authorize(
        consentAddress(question.with.url, { hostUrl: app.host_url, clientId: app.client_id }) ??
          refused("An app may only open its own consent page in this shop."),
      );
      return {};
  }
}

function refused(message: string): never {
  throw new Refused("refused", message);
}

function placeIn({ host_url }: FramedApp, path: string): string {
  const place = bridgePlace(path) ?? refused("An app may only lead to places of this shop's admin.");
  const shop = new URL(host_url).pathname;
  // The home of a shop has no slash at its end.
  return `${shop}${place.replace(/^\/(?=$|\?)/, "")}`;
}

function withinBounds(height: number): number {
  const { least_height_px, greatest_height_px } = bridgeLimits;
  return Math.min(Math.max(Math.ceil(height), least_height_px), greatest_height_px);
}
