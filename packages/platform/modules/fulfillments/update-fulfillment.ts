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
import { formatStatus } from "../../infrastructure/format-status.ts";
import { wrapRecord } from "../../infrastructure/listing/list-text.ts";
import type { Call } from "../../infrastructure/routing/call.ts";
import { type JsonText, withWarning } from "../../infrastructure/routing/response.ts";
import { type FulfillmentRow, fulfillmentColumnFunctions } from "../orders/index.ts";
import { emailCustomer } from "./email-customer.ts";
import { getFulfillmentRow, replaceFulfillment } from "./fulfillment-row.ts";
import { buildFulfillmentText } from "./fulfillment-text.ts";
import type { FulfillmentsDeps } from "./fulfillments-deps.ts";

type UpdateBody = OperationBody<typeof operations.updateFulfillment>;

/**
 * Return the courier's name, which may be sent as `courier` or as `tracking_company`.
 * @throws ApiError `invalid` for `courier` if it differs from `tracking_company`
 */
function getCourier({ courier, tracking_company }: UpdateBody): string | undefined {
  if (courier !== undefined && tracking_company !== undefined && courier.trim() !== tracking_company.trim())
    throwFieldError("courier", "conflict", { with: "tracking_company" });
  return (courier ?? tracking_company)?.trim();
}

/** Return a copy of the fulfillment's row with the sent fields applied. @throws ApiError `invalid` for `courier` */
function applyUpdate(row: FulfillmentRow, body: UpdateBody): FulfillmentRow {
  return {
    ...row,
    ...fulfillmentColumnFunctions.copyProvided(body),
    // ORD-8: an update may contain the tracking company as `courier`.
    tracking_company: getCourier(body) ?? row.tracking_company,
    status: (body.status ?? row.status) as FulfillmentRow["status"],
  };
}

/** Assert that a fulfillment's status allows a change. @throws ApiError `conflict` for `status` */
function assertChangeAllowed(row: FulfillmentRow, updatedRow: FulfillmentRow, sendsEmail: boolean): void {
  const isUnchanged = JSON.stringify(row) === JSON.stringify(updatedRow);
  const reject = (message: string): never =>
    throwApiError("conflict", {
      message,
      fields: [fieldError("status", "conflict", { current: row.status })],
    });
  if (row.status === "cancelled" && (sendsEmail || !isUnchanged))
    reject("The fulfillment is canceled and cannot be changed.");
  if (row.status === updatedRow.status) return;
  if (updatedRow.status === "cancelled")
    reject("To cancel a fulfillment, send a POST request to its cancel.json URL.");
  if (!canTransition(fulfillmentStates, row.status, updatedRow.status))
    reject(
      `The fulfillment is ${formatStatus(row.status)} and cannot be changed to ${formatStatus(updatedRow.status)}.`,
    );
}

/**
 * Update a fulfillment (ORD-8). Omitted fields are left unchanged. If no value changes, nothing is written or published.
 * If `is_mail` is 1, the customer gets an email about the fulfillment, even if nothing changed.
 * @throws ApiError `not_found`; `invalid` for `courier`; `conflict` for `status`
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
      const row = getFulfillmentRow(before, id);
      const updatedRow = applyUpdate(row, body);
      assertChangeAllowed(row, updatedRow, sendsEmail);
      return {
        after: replaceFulfillment(before, updatedRow),
        reason: "fulfillment changed",
        context: "fulfillment/update",
        buildChildEvents: (after) => [
          {
            topic: "fulfillment/update",
            id,
            snapshot: buildFulfillmentText(store, after, getFulfillmentRow(after, id)),
          },
        ],
      };
    },
  );
  const email = { store, order, id, kind: "shipping_update" } as const;
  const warning = sendsEmail ? await emailCustomer(deps.notifier, tx, email) : null;
  const text = buildFulfillmentText(store, order, getFulfillmentRow(order, id));
  return withWarning(wrapRecord("fulfillment", text), warning);
}
