import type { TopicName } from "@souk/contract";
import type { EventDraft, FactRegistry, StubRenderer } from "../../events/facts.ts";
import { idRenderer } from "../../events/stub-renderers.ts";
import { customerTexts } from "./customer-texts.ts";

const wrapped = (text: string) => `{"customer":${text}}`;

function draft(topic: TopicName, resource_id: number, text: string | null): EventDraft[] {
  const payload = text === null ? null : wrapped(text);
  return [{ topic, resource_id, payload, context: null, trigger_by_app: null }];
}

// Whole, with custom fields: what an installation may not see is left out of what it is sent.
const render: StubRenderer = async (run, store, ids) => {
  const texts = await customerTexts(run, store, { ids, attributes: true });
  return new Map([...texts].map(([id, text]) => [id, wrapped(text)]));
};

/** Registers what customers tell (WHK-10). A change is told by a stub, so that whoever makes it need not read the customer. */
export function registerCustomerTopics(facts: FactRegistry): void {
  facts.on("customer_created", ({ customer_id, text }) => draft("customer/create", customer_id, text));
  facts.on("customer_changed", ({ customer_id }) => draft("customer/update", customer_id, null));
  facts.on("customer_deleted", ({ customer_id }) =>
    draft("customer/delete", customer_id, JSON.stringify({ id: customer_id })),
  );
  facts.onStub("customer/create", render);
  facts.onStub("customer/update", render);
  facts.onStub("customer/delete", idRenderer("customer"));
}
