import type { TopicName } from "@souk/contract";
import type { EventDraft, FactRegistry, SqlTopicBuilder } from "../../events/facts.ts";
import { idRenderer, rendererBy } from "../../events/stub-renderers.ts";
import { locationJson } from "./locations/location-json.ts";

// WHK-10: exactly these five fields.
const quantityUpdate: SqlTopicBuilder = (source) => `
  select 'inventory_level/inventory_quantity_update'::text as topic, level_id as resource_id,
    row_to_json((select x from (select variant_id, location_id, inventory_quantity, adjustment,
      souk_time(updated_at, timezone) as inventory_level_updated_at) x))::text as payload,
    context, trigger_by_app, updated_at
  from ${source}`;

// How it changed nobody knows any more; what it holds now is known.
const levelNow = {
  name: "level_topic_now",
  text: `
    select r.id, row_to_json((select x from (select r.variant_id, r.location_id, r.inventory_quantity, 'SET' as adjustment,
      souk_time(r.updated_at, $3) as inventory_level_updated_at) x))::text as text
    from inventory_levels r where r.store_id = $1 and r.id = any($2::bigint[])`,
};

const locationNow = {
  name: "location_topic_now",
  text: `select r.id, ${locationJson("$3")} as text from locations r where r.store_id = $1 and r.id = any($2::bigint[])`,
};

function locationDraft(topic: TopicName, resource_id: number, text: string): EventDraft[] {
  const payload = `{"location":${text}}`;
  return [{ topic, resource_id, payload, context: null, trigger_by_app: null }];
}

/**
 * Registers what a change of stock tells, one inventory_level/inventory_quantity_update a level (WHK-10), and what changes of
 * locations tell.
 */
export function registerInventoryTopics(facts: FactRegistry): void {
  facts.onStockChanged(quantityUpdate, "level");
  facts.on("location_created", ({ id, text }) => locationDraft("location/create", id, text));
  facts.on("location_changed", ({ id, text }) => locationDraft("location/update", id, text));
  facts.on("location_deleted", ({ id }) => locationDraft("location/delete", id, JSON.stringify({ id })));
  facts.onStub("inventory_level/inventory_quantity_update", rendererBy(levelNow, null));
  const location = rendererBy(locationNow, "location");
  facts.onStub("location/create", location);
  facts.onStub("location/update", location);
  facts.onStub("location/delete", idRenderer("location"));
}
