import { canReadPayload, listWithheldFields } from "@souk/contract";
import type { DeliveryDraft } from "@souk/delivery";
import type { TopicSubscriber } from "./event-store.ts";

/**
 * Build the delivery of a logged event to a subscriber. The payload is reduced or has fields withheld according to
 * the installation's current scopes.
 */
export function buildDeliveryDraft(
  subscriber: TopicSubscriber,
  storeId: number,
  sequence: number,
): DeliveryDraft {
  const { topic, lane_id, installation_id, app_id, subscription_id, scopes } = subscriber;
  return {
    lane_id,
    store_id: storeId,
    installation_id,
    app_id,
    subscription_id,
    topic,
    event_sequence: sequence,
    reduced: !canReadPayload(topic, scopes),
    // guard fields-delivered: with `[]` instead of `listWithheldFields(topic, scopes)`, clauses/customers.test.ts fails at `CUS-3`
    withheld: listWithheldFields(topic, scopes),
    url: null,
  };
}
