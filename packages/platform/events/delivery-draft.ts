import { opensPayload, withheldFields } from "@souk/contract";
import type { DeliveryDraft } from "@souk/delivery";
import type { Wanting } from "./event-store.ts";

/** The delivery of an event of a store's log to a subscription of its topic, as the installation may see it now. */
export function draftOf(wanting: Wanting, storeId: number, sequence: number): DeliveryDraft {
  const { topic, lane_id, installation_id, app_id, subscription_id, scopes } = wanting;
  return {
    lane_id,
    store_id: storeId,
    installation_id,
    app_id,
    subscription_id,
    topic,
    event_sequence: sequence,
    reduced: !opensPayload(topic, scopes),
    withheld: withheldFields(topic, scopes),
    url: null,
  };
}
