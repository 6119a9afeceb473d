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
import { lockSendableInstallation, type PartnerInstallationRef } from "../partners/index.ts";
import { toDeliveryJson } from "./delivery-log.ts";

/**
 * Resend a delivery.
 * @throws ApiError `not_found`, also if the delivery was deleted; `conflict` if the app is disabled, uninstalled or suspended, or
 *   if the delivery's subscription or event was deleted; `partner_suspended`
 */
export async function resendDelivery(
  tx: Transaction,
  request: PartnerInstallationRef & { delivery_id: number },
  clock: DatabaseClock,
): Promise<OperationResponse<typeof operations.replayDelivery>> {
  await lockSendableInstallation(tx, request);
  const { installation_id } = request;
  const result = await replayDelivery(tx, request, clock);
  if (!result.ok) {
    const { reason } = result;
    if (reason === "not_found") throwApiError("not_found");
    throwApiError("conflict", { message: conflictMessages[reason] });
  }
  // The log lists the latest deliveries first, so the first one before the next number is the resent delivery.
  const query = { state: undefined, topic: undefined, before: result.number + 1, limit: 1 };
  const [delivery] = await readDeliveryLog(tx, { installation_id, ...query });
  if (!delivery) throw new Error("The resent delivery is not in the log.");
  return { delivery: toDeliveryJson(delivery) };
}

const conflictMessages = {
  lane_gone: "The subscription has ended, so the delivery cannot be resent.",
  event_gone: "The event is no longer in the log, so the delivery cannot be resent.",
} as const;

/**
 * Resend the next batch of an installation's failed deliveries. Each request resends only one batch, so that the transaction is
 * short. The client repeats the request with `next_after` as `after`, until `next_after` is null.
 * @throws ApiError `not_found`; `conflict` if the app is disabled, uninstalled or suspended; `partner_suspended`; `invalid` for
 *   `since`
 */
export async function resendFailedBatch(
  tx: Transaction,
  request: PartnerInstallationRef & OperationBody<typeof operations.replayFailedDeliveries>,
  clock: DatabaseClock,
): Promise<OperationResponse<typeof operations.replayFailedDeliveries>> {
  const { installation_id, topic, after = 0 } = request;
  const since =
    parseInstant(request.since, "UTC") ?? throwFieldError("since", "invalid_format", { format: "date_time" });
  await lockSendableInstallation(tx, request);
  const { replayed, next_after } = await replayFailed(
    tx,
    { installation_id, since, topic, after },
    { clock },
  );
  const last = await loadLastDeliveryNumber(tx, installation_id);
  return { replay: { replayed_count: replayed, next_after, last } };
}
