import { Type } from "typebox";
import { Check, Errors } from "typebox/schema";
import { type BridgeRequest, bridgeActions, bridgeVersion } from "./protocol.ts";
import { bridgeRequests } from "./requests.ts";

/** A valid request of an embedded page, or the reason why the message is not a valid request. */
export type ParsedBridgeRequest =
  | { ok: true; request: BridgeRequest }
  /** The message is from another script and not for the bridge, so the admin does not respond to it. */
  | { ok: false; reason: "foreign" }
  | { ok: false; reason: "unsupported_version" | "invalid"; id: number; message: string };

const envelope = Type.Object({
  souk_bridge: Type.Integer({ minimum: 1 }),
  id: Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER }),
});
const requestFields = Type.Object({ ask: Type.Enum(bridgeActions), with: Type.Object({}) });

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
  if (!Check(requestFields, data)) {
    const message = `Unknown request. The app bridge supports: ${bridgeActions.join(", ")}.`;
    return { ok: false, reason: "invalid", id, message };
  }
  const { params } = bridgeRequests[data.ask];
  if (!Check(params, data.with)) {
    return { ok: false, reason: "invalid", id, message: formatError(data.ask, Errors(params, data.with)[1]) };
  }
  return { ok: true, request: data as BridgeRequest };
}

function formatError(ask: string, errors: readonly { instancePath: string; message: string }[]): string {
  const [firstError] = errors;
  const field = firstError?.instancePath.slice(1) ?? "";
  return `${ask}${field === "" ? "" : `: ${field}`} ${firstError?.message ?? "is invalid"}.`;
}
