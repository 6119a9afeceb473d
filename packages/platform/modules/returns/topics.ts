import type { TopicName } from "@souk/contract";
import type { FactName, FactRegistry, StubRenderer } from "../../events/facts.ts";
import { findReturns } from "./find-returns.ts";

// WHK-10: they send the return under its name.
const wrapped = (text: string) => `{"order_return":${text}}`;

const topics = {
  order_return_created: "order_returns/created",
  order_return_accepted: "order_returns/accepted",
  order_return_changed: "order_returns/updated",
  order_return_completed: "order_returns/completed",
  order_return_cancelled: "order_returns/cancelled",
} as const satisfies Partial<Record<FactName, TopicName>>;

/** Registers what steps of returns tell: each with the return as it was right after it. */
export function registerReturnTopics(facts: FactRegistry): void {
  const render: StubRenderer = async (run, store, ids) => {
    const texts = await findReturns(run, store, ids);
    return new Map([...texts].map(([id, text]) => [id, wrapped(text)]));
  };
  for (const [fact, topic] of Object.entries(topics) as [keyof typeof topics, TopicName][]) {
    facts.on(fact, ({ id, text }) => [
      { topic, resource_id: id, payload: wrapped(text), context: null, trigger_by_app: null },
    ]);
    facts.onStub(topic, render);
  }
}
