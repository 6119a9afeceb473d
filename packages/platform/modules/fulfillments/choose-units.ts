import { type BodyOf, type FieldError, type operations, refuse, refuseField } from "@souk/contract";
import { type FulfillmentOrderLineRow, type Order, shareQuantities } from "../orders/index.ts";

/** What a fulfillment is asked to hold. */
type UnitsAsked = Pick<
  BodyOf<typeof operations.createFulfillment>,
  "line_items" | "fulfillment_order" | "location_id"
>;

/** Units of one line of a fulfillment order that are sent. */
export interface ChosenUnits {
  share: FulfillmentOrderLineRow;
  quantity: number;
}

interface Wish {
  /** What a fault names. */
  path: string;
  line_item_id: number | undefined;
  share_id: number | undefined;
  quantity: number;
}

/** What can be sent: lines of fulfillment orders in the order in which they are taken, with the units that are left. */
interface Supply {
  shares: readonly FulfillmentOrderLineRow[];
  left: Map<number, number>;
}

/** @throws Refusal invalid naming what ships nothing of the order */
function supplyOf(order: Order, { fulfillment_order, location_id }: UnitsAsked): Supply {
  const named = fulfillment_order?.fulfillment_order_id;
  const parts = order.fulfillment_orders.filter(({ id }) => named === undefined || id === named);
  if (parts.length === 0 && named !== undefined)
    refuseField("fulfillment_order.fulfillment_order_id", "is no fulfillment order of this order");
  const first = new Set(parts.filter((part) => part.location_id === location_id).map(({ id }) => id));
  if (location_id !== undefined && first.size === 0)
    refuseField("location_id", "is no location that ships what is asked for");
  const known = new Set(parts.map(({ id }) => id));
  const shares = order.fulfillment_order_lines.filter((line) => known.has(line.fulfillment_order_id));
  const rank = (line: FulfillmentOrderLineRow) => (first.has(line.fulfillment_order_id) ? 0 : 1);
  const open = shareQuantities(order);
  return {
    shares: shares.toSorted((one, other) => rank(one) - rank(other)),
    left: new Map(shares.map(({ id }) => [id, open.get(id)?.open ?? 0])),
  };
}

function wishesOf({ line_items, fulfillment_order }: UnitsAsked): Wish[] | null {
  if (fulfillment_order?.line_items)
    return fulfillment_order.line_items.map(({ id, fulfillment_order_item_id, quantity }, at) => ({
      path: `fulfillment_order.line_items.${at}`,
      line_item_id: id,
      share_id: fulfillment_order_item_id,
      quantity,
    }));
  if (!line_items) return null;
  return line_items.map(({ id, quantity }, at) => ({
    path: `line_items.${at}`,
    line_item_id: id,
    share_id: undefined,
    quantity,
  }));
}

/** Takes the units of a wish from what is left. */
function take({ shares, left }: Supply, wish: Wish): FieldError[] {
  const { path, line_item_id, share_id, quantity } = wish;
  const idPath = `${path}.${share_id === undefined ? "id" : "fulfillment_order_item_id"}`;
  if (line_item_id === undefined && share_id === undefined)
    return [{ path: idPath, message: "is needed, or fulfillment_order_item_id" }];
  const meant = shares.filter(
    (share) =>
      (line_item_id === undefined || share.line_item_id === line_item_id) &&
      (share_id === undefined || share.id === share_id),
  );
  if (meant.length === 0) return [{ path: idPath, message: "is not among the items that are to be sent" }];
  const most = meant.reduce((sum, { id }) => sum + (left.get(id) ?? 0), 0);
  if (quantity > most)
    return [{ path: `${path}.quantity`, message: `is ${quantity}; ${most} are left to send` }];
  let due = quantity;
  for (const { id } of meant) {
    const had = left.get(id) ?? 0;
    const taken = Math.min(due, had);
    left.set(id, had - taken);
    due -= taken;
  }
  return [];
}

function chosenOf({ shares, left }: Supply, before: ReadonlyMap<number, number>): ChosenUnits[] {
  return shares
    .map((share) => ({ share, quantity: (before.get(share.id) ?? 0) - (left.get(share.id) ?? 0) }))
    .filter(({ quantity }) => quantity > 0);
}

/** Where units are said twice they must be the same. @throws Refusal invalid naming line_items */
function requireSame(chosen: readonly ChosenUnits[], { line_items, fulfillment_order }: UnitsAsked): void {
  if (!line_items || !fulfillment_order?.line_items) return;
  const units = new Map<number, number>();
  const add = (id: number, quantity: number) => units.set(id, (units.get(id) ?? 0) + quantity);
  for (const { id, quantity } of line_items) add(id, quantity);
  for (const { share, quantity } of chosen) add(share.line_item_id, -quantity);
  if ([...units.values()].some((quantity) => quantity !== 0))
    refuseField(
      "line_items",
      "must name the same units as fulfillment_order.line_items, where both are sent",
    );
}

/**
 * Which units a fulfillment sends: those asked for, else all that is left (ORD-6). They are taken from the fulfillment order
 * that is named, else from each line's shares, those of the location asked for first.
 * @throws Refusal conflict when the order is cancelled or nothing is left to send; invalid naming what is not there
 */
export function chooseUnits(order: Order, asked: UnitsAsked): ChosenUnits[] {
  if (order.order.status === "cancelled")
    refuse("conflict", {
      message: "The order is cancelled and is not sent.",
      fields: [{ path: "status", message: "is cancelled" }],
    });
  const supply = supplyOf(order, asked);
  const before = new Map(supply.left);
  if ([...before.values()].every((quantity) => quantity === 0))
    refuse("conflict", {
      message: "Nothing is left to send.",
      fields: [{ path: "fulfillment_status", message: "leaves nothing to send" }],
    });
  const wishes = wishesOf(asked);
  if (wishes === null) supply.left.clear();
  const faults = (wishes ?? []).flatMap((wish) => take(supply, wish));
  if (faults.length > 0) refuse("invalid", { fields: faults.slice(0, 20) });
  const chosen = chosenOf(supply, before);
  requireSame(chosen, asked);
  return chosen;
}
