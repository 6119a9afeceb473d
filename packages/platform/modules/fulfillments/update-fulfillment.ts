import { type BodyOf, fulfillmentStates, isWay, type operations, refuse, refuseField } from "@souk/contract";
import type { Transaction } from "@souk/database";
import { recordText } from "../../listing/list-text.ts";
import { type JsonText, withWarning } from "../../routing/answer.ts";
import type { Call } from "../../routing/call.ts";
import { changeOrder, type FulfillmentRow } from "../orders/index.ts";
import type { FulfillmentDesk } from "./fulfillment-desk.ts";
import { fulfillmentText } from "./fulfillment-text.ts";
import { mailCustomer } from "./mail-customer.ts";
import { requireFulfillment, withRow } from "./one-fulfillment.ts";

type UpdateBody = BodyOf<typeof operations.updateFulfillment>;

/** @throws Refusal invalid naming courier when it says another name than tracking_company */
function carrierOf({ courier, tracking_company }: UpdateBody): string | undefined {
  if (courier !== undefined && tracking_company !== undefined && courier.trim() !== tracking_company.trim())
    refuseField("courier", "is another name for tracking_company: send one of them, or both the same");
  return (courier ?? tracking_company)?.trim();
}

function changed(row: FulfillmentRow, body: UpdateBody): FulfillmentRow {
  return {
    ...row,
    // ORD-8: the courier is called `courier` here.
    tracking_company: carrierOf(body) ?? row.tracking_company,
    tracking_number: body.tracking_number?.trim() ?? row.tracking_number,
    tracking_url: body.tracking_url?.trim() ?? row.tracking_url,
    service: body.service?.trim() ?? row.service,
    message: body.message?.trim() ?? row.message,
    consignment_note_url: body.consignment_note_url?.trim() ?? row.consignment_note_url,
    status: (body.status ?? row.status) as FulfillmentRow["status"],
  };
}

/** @throws Refusal conflict naming the status */
function requireAllowed(row: FulfillmentRow, next: FulfillmentRow, isMail: boolean): void {
  const stays = JSON.stringify(row) === JSON.stringify(next);
  const fault = (message: string): never =>
    refuse("conflict", { message, fields: [{ path: "status", message: `is ${row.status}` }] });
  if (row.status === "cancelled" && (isMail || !stays))
    fault("The fulfillment is cancelled and cannot be changed.");
  if (row.status === next.status) return;
  if (next.status === "cancelled") fault("A fulfillment is cancelled by POST to its cancel.json.");
  if (!isWay(fulfillmentStates, row.status, next.status))
    fault(`The fulfillment is ${row.status} and cannot become ${next.status}.`);
}

/**
 * Changes what is sent of a fulfillment (ORD-8); what is as asked already changes nothing. With is_mail the customer is told
 * of the fulfillment as it is then, whether it changed or not.
 * @throws Refusal not_found; invalid naming courier; conflict naming the status
 */
export async function updateFulfillment(
  desk: FulfillmentDesk,
  tx: Transaction,
  call: Call<typeof operations.updateFulfillment>,
): Promise<JsonText> {
  const { store, params, body } = call;
  const { id } = params;
  const isMail = body.is_mail === 1;
  const { order } = await changeOrder(
    desk.orders,
    tx,
    { ...call, order_id: params.order_id },
    ({ before }) => {
      const row = requireFulfillment(before, id);
      const next = changed(row, body);
      requireAllowed(row, next, isMail);
      return {
        after: withRow(before, next),
        reason: "fulfillment changed",
        context: "fulfillment/update",
        tells: (after) => [
          {
            fact: "fulfillment_changed",
            id,
            text: fulfillmentText(store, after, requireFulfillment(after, id)),
          },
        ],
      };
    },
  );
  const mail = { store, order, id, kind: "shipping_update" } as const;
  const warning = isMail ? await mailCustomer(desk.notifier, tx, mail) : null;
  const text = fulfillmentText(store, order, requireFulfillment(order, id));
  return withWarning(recordText("fulfillment", text), warning);
}
