import {
  type OperationBody,
  type OperationResponse,
  type operations,
  parseInstant,
  throwApiError,
  throwFieldError,
} from "@souk/contract";
import type { Transaction } from "@souk/database";
import {
  type DatabaseClock,
  loadLastDeliveryNumber,
  readDeliveryLog,
  replayDelivery,
  replayFailed,
} from "@souk/delivery";
import { holdOwnInstallation, type OwnInstallation } from "../partners/index.ts";
import { showDelivery } from "./delivery-log.ts";

/**
 * Resend one delivery to an installation of one's own app.
 * @throws ApiError `not_found`, also when it was deleted; `conflict` when the installation may not be sent
 *   to, or its subscription or event is gone; `partner_suspended`
 */
export async function replayOne(
  tx: Transaction,
  order: OwnInstallation & { delivery_id: number },
  clock: DatabaseClock,
): Promise<OperationResponse<typeof operations.replayDelivery>> {
  await holdOwnInstallation(tx, order);
  const { installation_id } = order;
  const replayed = await replayDelivery(tx, order, clock);
  if (!replayed.ok) {
    const { reason } = replayed;
    if (reason === "not_found") throwApiError("not_found");
    throwApiError("conflict", { message: whyNot[reason] });
  }
  const question = { state: undefined, topic: undefined, before: replayed.number + 1, limit: 1 };
  const [delivery] = await readDeliveryLog(tx, { installation_id, ...question });
  if (!delivery) throw new Error("A delivery that was replayed is not in the log.");
  return { delivery: showDelivery(delivery) };
}

const whyNot = {
  lane_gone: "The subscription has ended, so the delivery cannot be resent.",
  event_gone: "The event is no longer in the log, so the delivery cannot be resent.",
} as const;

/**
 * Resend a part of the failed deliveries to an installation of one's own app, in one short transaction; the
 * caller repeats this until `next_after` is null.
 * @throws ApiError as for `replayOne`; `invalid` naming since
 */
export async function replayFailedPart(
  tx: Transaction,
  order: OwnInstallation & OperationBody<typeof operations.replayFailedDeliveries>,
  clock: DatabaseClock,
): Promise<OperationResponse<typeof operations.replayFailedDeliveries>> {
  const { installation_id, topic, after = 0 } = order;
  const since =
    parseInstant(order.since, "UTC") ?? throwFieldError("since", "invalid_format", { format: "date_time" });
  await holdOwnInstallation(tx, order);
  const { replayed, next_after } = await replayFailed(
    tx,
    { installation_id, since, topic, after },
    { clock },
  );
  const last = await loadLastDeliveryNumber(tx, installation_id);
  return { replay: { replayed_count: replayed, next_after, last } };
}
