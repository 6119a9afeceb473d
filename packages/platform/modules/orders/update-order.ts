import { type FieldError, fieldError, type operations, throwApiError } from "@souk/contract";
import type { Transaction } from "@souk/database";
import { wrapRecord } from "../../infrastructure/listing/list-text.ts";
import type { Call, Store } from "../../infrastructure/routing/call.ts";
import type { JsonText } from "../../infrastructure/routing/response.ts";
import { lockCustomer } from "../customers/index.ts";
import { loadAndLockLocations } from "../inventory/index.ts";
import { isBalanceGateway } from "./balance-gateway.ts";
import { changeOrder } from "./change-order.ts";
import { loadCustomerCopy } from "./customer-copy.ts";
import { assertCanAssignCustomer } from "./customer-rights.ts";
import type { Order, OrderRow } from "./order-rows.ts";
import type { OrdersDeps } from "./orders-deps.ts";
import { listAttributedLocations, readDetails } from "./read-details.ts";

/** The maximum number of errors in a response. */
const maxErrors = 20;

type UpdateCall = Call<typeof operations.updateOrder>;

async function lockAndLoadLocationNames(
  tx: Transaction,
  { store, body }: UpdateCall,
): Promise<Map<number, string>> {
  const ids = listAttributedLocations(body);
  if (ids.length === 0) return new Map();
  const lockedLocations = await loadAndLockLocations(tx, store, ids);
  return new Map([...lockedLocations].map(([id, { name }]) => [id, name]));
}

// The current and the new customer are locked before the new customer's data is read. So the new customer cannot be deleted
// or erased before the copy of the data is written.
async function lockAndLoadCustomer(
  tx: Transaction,
  { store, before, customer_id, errors }: CustomerChange,
): Promise<Pick<OrderRow, "customer_id" | "customer">> {
  const customerIds = [before.order.customer_id, customer_id].filter((id) => id !== null);
  for (const id of customerIds.sort((a, b) => a - b)) await lockCustomer(tx, store, id);
  if (customer_id === null) return { customer_id: null, customer: null };
  const customer = await loadCustomerCopy(tx, store, customer_id);
  if (customer === null) errors.push(fieldError("customer_id", "not_found", { resource: "customer" }));
  return { customer_id, customer };
}

interface CustomerChange {
  store: Store;
  before: Order;
  customer_id: number | null;
  errors: FieldError[];
}

/**
 * Update the details of an order. Omitted details are left unchanged. If no value changes, nothing is written or published.
 * @throws ApiError `scope_missing` for a customer's id without `read_customers`; `not_found`; `invalid` for each invalid field
 */
export async function updateOrder(deps: OrdersDeps, tx: Transaction, call: UpdateCall): Promise<JsonText> {
  const { params, body } = call;
  assertCanAssignCustomer(call.actor, body.customer_id);
  const { text } = await changeOrder(deps, tx, { ...call, order_id: params.id }, async ({ before }) => {
    const errors: FieldError[] = [];
    const locations = await lockAndLoadLocationNames(tx, call);
    const details = readDetails(body, { current: before.order, locations, errors });
    const { customer_id } = body;
    const isCustomerChanged = customer_id !== undefined && customer_id !== before.order.customer_id;
    const customerColumns = isCustomerChanged
      ? await lockAndLoadCustomer(tx, { store: call.store, before, customer_id, errors })
      : {};
    if (isCustomerChanged && hasBalancePayments(before))
      errors.push(
        fieldError(
          "customer_id",
          "not_allowed",
          {},
          "{field} cannot be changed, because the order was paid with store credit or points.",
        ),
      );
    if (errors.length > 0) throwApiError("invalid", { fields: errors.slice(0, maxErrors) });
    const order = { ...before.order, ...details, ...customerColumns };
    return { after: { ...before, order }, reason: "order changed", context: "order/update" };
  });
  return wrapRecord("order", text);
}

// Refunded payments are included, because canceling a refund charges the customer again.
function hasBalancePayments({ transactions }: Order): boolean {
  return transactions.some(
    ({ gateway_type, status }) => isBalanceGateway(gateway_type) && status === "success",
  );
}
