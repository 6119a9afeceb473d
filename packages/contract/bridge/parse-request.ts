import { Type } from "typebox";
import { Check, Errors } from "typebox/schema";
import { type BridgeRequest, bridgeActions, bridgeVersion } from "./protocol.ts";
import { bridgeRequests } from "./requests.ts";

export type ParsedBridgeRequest =
  | { ok: true; question: BridgeRequest }
  /** Not a message of the bridge: other scripts post messages too, and get no response. */
  | { ok: false; reason: "foreign" }
  | { ok: false; reason: "unsupported_version" | "invalid"; id: number; message: string };

const envelope = Type.Object({
  souk_bridge: Type.Integer({ minimum: 1 }),
  id: Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER }),
});
const action = Type.Object({ ask: Type.Enum(bridgeActions), with: Type.Object({}) });

/**
 * Parse a message posted by an embedded page and validate it against its schema.
 * @param data the message's data, untrusted
 */
export function parseBridgeRequest(data: unknown): ParsedBridgeRequest {
  if (!Check(envelope, data)) return { ok: false, reason: "foreign" };
  const { id, souk_bridge } = data;
  if (souk_bridge !== bridgeVersion) {
    const message = `The page uses version ${souk_bridge} of the app bridge; this admin supports version ${bridgeVersion}.`;
    return { ok: false, reason: "unsupported_version", id, message };
  }
  if (!Check(action, data)) {
    const message = `Unknown request. The app bridge supports: ${bridgeActions.join(", ")}.`;
    return { ok: false, reason: "invalid", id, message };
  }
  const { takes } = bridgeRequests[data.ask];
  if (!Check(takes, data.with)) {
    return { ok: false, reason: "invalid", id, message: formatError(data.ask, Errors(takes, data.with)[1]) };
  }
  return { ok: true, question: data as BridgeRequest };
}

function formatError(ask: string, errors: readonly { instancePath: string; message: string }[]): string {
  const [first] = errors;
  const field = first?.instancePath.slice(1) ?? "";
  return `${ask}${field === "" ? "" : `: ${field}`} ${first?.message ?? "is invalid"}.`;
}
