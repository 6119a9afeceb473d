import type { TopicName } from "@souk/contract";
import type { EventDraft, FactRegistry, StubRenderer } from "../../events/facts.ts";
import type { OrderDocuments } from "./order-documents.ts";
import { registerRefundTopics } from "./refunds/refund-topics.ts";

// WHK-10: order topics send the order under its name.
const wrapped = (text: string) => `{"order":${text}}`;

function draft(topic: TopicName, resource_id: number, text: string): EventDraft[] {
  return [{ topic, resource_id, payload: wrapped(text), context: null, trigger_by_app: null }];
}

/** Registers what changes of orders and of their refunds tell: each with the order as it was right after the change. */
export function registerOrderTopics(facts: FactRegistry, documents: OrderDocuments): void {
  facts.on("order_created", ({ id, text }) => draft("order/create", id, text));
  facts.on("order_changed", ({ id, text }) => draft("order/update", id, text));
  facts.on("order_paid", ({ id, text }) => draft("order/paid", id, text));
  facts.on("order_partially_paid", ({ id, text }) => draft("order/partially_paid", id, text));
  facts.on("order_cancelled", ({ id, text }) => draft("order/cancel", id, text));
  const render: StubRenderer = async (run, store, ids) => {
    const texts = await documents.many(run, store, ids);
    return new Map([...texts].map(([id, text]) => [id, wrapped(text)]));
  };
  const topics: TopicName[] = [
    "order/create",
    "order/update",
    "order/paid",
    "order/partially_paid",
    "order/cancel",
  ];
  for (const topic of topics) facts.onStub(topic, render);
  registerRefundTopics(facts, documents);
}
