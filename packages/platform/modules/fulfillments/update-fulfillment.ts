import {
  canTransition,
  fieldError,
  fulfillmentStates,
  type OperationBody,
  type operations,
  throwApiError,
  throwFieldError,
} from "@souk/contract";
import type { Transaction } from "@souk/database";
import { recordText } from "../../infrastructure/listing/list-text.ts";
import { type JsonText, withWarning } from "../../infrastructure/routing/answer.ts";
import type { Call } from "../../infrastructure/routing/call.ts";
import { type FulfillmentRow, fulfillmentColumnUses } from "../orders/index.ts";
import { emailCustomer } from "./email-customer.ts";
import { buildFulfillmentText } from "./fulfillment-text.ts";
import type { FulfillmentsDeps } from "./fulfillments-deps.ts";
import { assertFulfillment, replaceFulfillment } from "./one-fulfillment.ts";

type UpdateBody = OperationBody<typeof operations.updateFulfillment>;

/**
 * Return the courier's name, which may be sent in either field. @throws ApiError invalid naming courier when it differs
 * from tracking_company
 */
function getCarrier({ courier, tracking_company }: UpdateBody): string | undefined {
  if (courier !== undefined && tracking_company !== undefined && courier.trim() !== tracking_company.trim())
    throwFieldError("courier", "conflict", { with: "tracking_company" });
  return (courier ?? tracking_company)?.trim();
}

function applyUpdate(row: FulfillmentRow, body: UpdateBody): FulfillmentRow {
  return {
    ...row,
    ...fulfillmentColumnUses.copySent(body),
    // ORD-8: an update may call the tracking company `courier`.
    tracking_company: getCarrier(body) ?? row.tracking_company,
    status: (body.status ?? row.status) as FulfillmentRow["status"],
  };
}

/** Assert that a fulfillment's status allows the change. @throws ApiError conflict naming the status */
function assertAllowed(row: FulfillmentRow, next: FulfillmentRow, sendsEmail: boolean): void {
  const isUnchanged = JSON.stringify(row) === JSON.stringify(next);
  const reject = (message: string): never =>
    throwApiError("conflict", {
      message,
      fields: [fieldError("status", "conflict", { current: row.status })],
    });
  if (row.status === "cancelled" && (sendsEmail || !isUnchanged))
    reject("The fulfillment is cancelled and cannot be changed.");
  if (row.status === next.status) return;
  if (next.status === "cancelled")
    reject("To cancel a fulfillment, send a POST request to its cancel.json URL.");
  if (!canTransition(fulfillmentStates, row.status, next.status))
    reject(`The fulfillment is ${row.status} and cannot become ${next.status}.`);
}

/**
 * Update the sent fields of a fulfillment (ORD-8); unchanged values change nothing. With
 * is_mail the customer gets an email about the updated fulfillment, even when nothing changed.
 * @throws ApiError not_found; invalid naming courier; conflict naming the status
 */
export async function updateFulfillment(
  deps: FulfillmentsDeps,
  tx: Transaction,
  call: Call<typeof operations.updateFulfillment>,
): Promise<JsonText> {
  const { store, params, body } = call;
  const { id } = params;
  const sendsEmail = body.is_mail === 1;
  const { order } = await deps.orders.changeOrder(
    tx,
    { ...call, order_id: params.order_id },
    ({ before }) => {
      const row = assertFulfillment(before, id);
      const next = applyUpdate(row, body);
      assertAllowed(row, next, sendsEmail);
      return {
        after: replaceFulfillment(before, next),
        reason: "fulfillment changed",
        context: "fulfillment/update",
        partEvents: (after) => [
          {
            topic: "fulfillment/update",
            id,
            snapshot: buildFulfillmentText(store, after, assertFulfillment(after, id)),
          },
        ],
      };
    },
  );
  const email = { store, order, id, kind: "shipping_update" } as const;
  const warning = sendsEmail ? await emailCustomer(deps.notifier, tx, email) : null;
  const text = buildFulfillmentText(store, order, assertFulfillment(order, id));
  return withWarning(recordText("fulfillment", text), warning);
}
