import type { FactRegistry } from "../../events/facts.ts";

/** Registers what is told when a customer asks for their data, or to be erased. */
export function registerPrivacyTopics(facts: FactRegistry): void {
  facts.on("privacy_requested", ({ kind, customer }) => [
    {
      topic: `customer/${kind}`,
      resource_id: customer.id,
      payload: JSON.stringify({ customer }),
      context: null,
      trigger_by_app: null,
    },
  ]);
}
