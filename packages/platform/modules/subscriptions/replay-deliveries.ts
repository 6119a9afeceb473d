import {
  type AnswerOf,
  type BodyOf,
  type operations,
  readInstant,
  refuse,
  refuseField,
} from "@souk/contract";
import type { Transaction } from "@souk/database";
import {
  type DatabaseClock,
  lastDeliveryNumber,
  readDeliveryLog,
  replayDelivery,
  replayFailed,
} from "@souk/delivery";
import { holdOwnInstallation, type OwnInstallation } from "../partners/index.ts";
import { showDelivery } from "./delivery-log.ts";

/**
 * Sends one delivery to an installation of one's own app anew.
 * @throws Refusal `not_found`, also when it is no longer kept; `conflict` when nothing may be sent to the installation, or its
 * subscription or its event is gone; `partner_suspended`
 */
export async function replayOne(
  tx: Transaction,
  order: OwnInstallation & { delivery_id: number },
  clock: DatabaseClock,
): Promise<AnswerOf<typeof operations.replayDelivery>> {
  await holdOwnInstallation(tx, order);
  const { installation_id } = order;
  const replayed = await replayDelivery(tx, order, clock);
  if (!replayed.ok) {
    const { reason } = replayed;
    if (reason === "not_found") refuse("not_found");
    refuse("conflict", { message: whyNot[reason] });
  }
  const question = { state: undefined, topic: undefined, before: replayed.number + 1, limit: 1 };
  const [delivery] = await readDeliveryLog(tx, { installation_id, ...question });
  if (!delivery) throw new Error("A delivery that was replayed is not in the log.");
  return { delivery: showDelivery(delivery) };
}

const whyNot = {
  lane_gone: "Its subscription has ended, so there is nowhere to send it.",
  event_gone: "Its event is no longer in the log, so there is nothing to send.",
} as const;

/**
 * Sends anew a part of what failed for an installation of one's own app, in one short transaction; the caller goes on until
 * `next_after` is null.
 * @throws Refusal as for `replayOne`; `invalid` naming since
 */
export async function replayFailedPart(
  tx: Transaction,
  order: OwnInstallation & BodyOf<typeof operations.replayFailedDeliveries>,
  clock: DatabaseClock,
): Promise<AnswerOf<typeof operations.replayFailedDeliveries>> {
  const { installation_id, topic, after = 0 } = order;
  const since =
    readInstant(order.since, "UTC") ??
    refuseField("since", "must be a time such as 2026-11-20T16:46:38+08:00");
  await holdOwnInstallation(tx, order);
  const { replayed, next_after } = await replayFailed(
    tx,
    { installation_id, since, topic, after },
    { clock },
  );
  const last = await lastDeliveryNumber(tx, installation_id);
  return { replay: { replayed_count: replayed, next_after, last } };
}
