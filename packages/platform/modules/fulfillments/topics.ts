import type { TopicName } from "@souk/contract";
import type { EventDraft, FactRegistry, StubRenderer } from "../../events/facts.ts";
import { fulfillmentTexts } from "./fulfillment-text.ts";

const wrapped = (text: string) => `{"fulfillment":${text}}`;

function draft(topic: TopicName, resource_id: number, text: string): EventDraft[] {
  return [{ topic, resource_id, payload: wrapped(text), context: null, trigger_by_app: null }];
}

/** Registers what changes of fulfillments tell: each with the fulfillment as it was right after the change. */
export function registerFulfillmentTopics(facts: FactRegistry): void {
  facts.on("fulfillment_created", ({ id, text }) => draft("fulfillment/create", id, text));
  facts.on("fulfillment_changed", ({ id, text }) => draft("fulfillment/update", id, text));
  facts.on("fulfillment_cancelled", ({ id, text }) => draft("fulfillment/cancel", id, text));
  const render: StubRenderer = async (run, store, ids) => {
    const texts = await fulfillmentTexts(run, store, ids);
    return new Map([...texts].map(([id, text]) => [id, wrapped(text)]));
  };
  const topics: TopicName[] = ["fulfillment/create", "fulfillment/update", "fulfillment/cancel"];
  for (const topic of topics) facts.onStub(topic, render);
}
