import type { TopicName } from "@souk/contract";
import type { FactRegistry, StubRenderer } from "../../../events/facts.ts";
import { anyOf } from "../../../listing/any-of.ts";
import type { OrderDocuments } from "../order-documents.ts";

const ordersStatement = {
  name: "orders_of_refunds",
  text: `select distinct order_id from refunds where store_id = $1 and id = ${anyOf("$2")}`,
};

// WHK-10's way for orders: the record under its name.
const wrapped = (text: string) => `{"refund":${text}}`;

/** Registers what refunds tell: each as it was right after the change. */
export function registerRefundTopics(facts: FactRegistry, documents: OrderDocuments): void {
  const draft = (topic: TopicName, { id, text }: { id: number; text: string }) => [
    { topic, resource_id: id, payload: wrapped(text), context: null, trigger_by_app: null },
  ];
  facts.on("refund_created", (refund) => draft("refund/create", refund));
  facts.on("refund_cancelled", (refund) => draft("refund/cancel", refund));
  const render: StubRenderer = async (run, store, ids) => {
    const { rows } = await run.query<{ order_id: number }>(ordersStatement, [store.id, ids]);
    const texts = await documents.many(
      run,
      store,
      rows.map(({ order_id }) => order_id),
    );
    const refunds = [...texts.values()].flatMap(
      (text) => (JSON.parse(text) as { refunds: { id: number }[] }).refunds,
    );
    return new Map(refunds.map((refund) => [refund.id, wrapped(JSON.stringify(refund))]));
  };
  for (const topic of ["refund/create", "refund/cancel"]) facts.onStub(topic, render);
}
