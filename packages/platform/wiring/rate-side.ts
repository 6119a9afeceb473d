import { callbacks } from "@souk/contract";
import type { SafeSender } from "@souk/delivery";
import { answerMs } from "../modules/shipping/index.ts";
import { createSender, type SenderGround } from "./create-sender.ts";

/**
 * A checkout waits for a free connection as long as for an answer, and not in vain after a second. One callback has as many
 * connections as a shop has checkouts at once.
 */
const limits = { slotMs: answerMs, connections: 32 };

/** The door by which apps are asked for shipping rates; connections that hang there hold up nothing else. */
export function createRateSender(ground: SenderGround): SafeSender {
  return createSender(ground, callbacks["shipping/list/non_cod"].agent, limits);
}
