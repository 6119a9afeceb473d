import { Type } from "typebox";
import { Check, Errors } from "typebox/schema";
import { type BridgeQuestion, bridgeAsks, bridgeVersion } from "./protocol.ts";
import { bridgeQuestions } from "./questions.ts";

export type ReadBridgeQuestion =
  | { ok: true; question: BridgeQuestion }
  /** Not a message of the bridge at all: other scripts post messages too, and get no answer. */
  | { ok: false; reason: "foreign" }
  | { ok: false; reason: "unsupported_version" | "invalid"; id: number; message: string };

const envelope = Type.Object({
  souk_bridge: Type.Integer({ minimum: 1 }),
  id: Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER }),
});
const asking = Type.Object({ ask: Type.Enum(bridgeAsks), with: Type.Object({}) });

/**
 * Reads a message that an embedded page posted, and holds it against the schema of what it asks for.
 * @param data as it came; nothing about it is believed
 */
export function readBridgeQuestion(data: unknown): ReadBridgeQuestion {
  if (!Check(envelope, data)) return { ok: false, reason: "foreign" };
  const { id, souk_bridge } = data;
  if (souk_bridge !== bridgeVersion) {
    const message = `The page speaks version ${souk_bridge} of the app bridge; this admin speaks version ${bridgeVersion}.`;
    return { ok: false, reason: "unsupported_version", id, message };
  }
  if (!Check(asking, data)) {
    const message = `The app bridge answers these questions: ${bridgeAsks.join(", ")}.`;
    return { ok: false, reason: "invalid", id, message };
  }
  const { takes } = bridgeQuestions[data.ask];
  if (!Check(takes, data.with)) {
    return { ok: false, reason: "invalid", id, message: fault(data.ask, Errors(takes, data.with)[1]) };
  }
  return { ok: true, question: data as BridgeQuestion };
}

function fault(ask: string, errors: readonly { instancePath: string; message: string }[]): string {
  const [first] = errors;
  const field = first?.instancePath.slice(1) ?? "";
  return `${ask}${field === "" ? "" : `: ${field}`} ${first?.message ?? "does not fit"}.`;
}
