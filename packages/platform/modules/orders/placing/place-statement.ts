import type { Statement } from "@souk/database";
import type { EventDraft, FactRegistry } from "../../../events/facts.ts";
import { anyOf } from "../../../listing/any-of.ts";
import type { Cause } from "../../../routing/actor.ts";
import type { Store } from "../../../routing/call.ts";
import { type BuyerMove, buyerHeld, buyerMoved, buyerValues } from "../../customers/index.ts";
import {
  firstFree,
  type ShortLevel,
  type TakenUnits,
  takenValues,
  takeStockStatement,
} from "../../inventory/index.ts";
import type { OrderDesk } from "../order-desk.ts";
import type { Order } from "../order-rows.ts";
import type { OrderPart } from "../order-tables.ts";
import { writtenOrder, writtenValues } from "../write-change.ts";

/** What the statement that places an order answers. */
export interface PlacedRow {
  taken: boolean;
  short: readonly ShortLevel[] | null;
  /** Null: the customer is gone. */
  has_credit: boolean | null;
  has_points: boolean | null;
}

const at = (offset: number) => `$${firstFree + offset}`;
const buyer = { first: firstFree + 7 };
const placesAt = ({ hasBuyer }: PlacedKind): string => at(hasBuyer ? 7 + buyerValues(null).length : 7);

const drafts = (when: string) => `
  told as (
    insert into event_inbox (store_id, occurred_at, topic, resource_id, payload, context, trigger_by_app,
      actor_kind, actor_id, request_id)
    select $1, clock_timestamp(), draft.topic, draft.resource_id, draft.payload, draft.context, draft.trigger_by_app,
      $3::text, $4::text, $5::text
    from jsonb_to_recordset(${at(6)}::jsonb)
      as draft(topic text, resource_id bigint, payload text, context text, trigger_by_app text)
    where ${when})`;

/** What a new order has, which says what the statement that places it is made of. */
interface PlacedKind {
  parts: readonly OrderPart[];
  /** Whether it is a customer's. */
  hasBuyer: boolean;
  /** Whether locations send what is in no stock, and no level keeps them meanwhile. */
  hasPlaces: boolean;
}

const ofBuyer = {
  first: {
    expressions: `${buyerHeld(buyer)},`,
    // Reads the customer first, so that they are locked before any level.
    locked: "(select count(*) from buyer) >= 0",
    holds: "exists (select from buyer where has_credit and has_points)",
  },
  moved: (when: string) => `${buyerMoved({ ...buyer, when })},`,
  answer: "(select has_credit from buyer) as has_credit, (select has_points from buyer) as has_points",
};
const ofNobody: typeof ofBuyer = {
  first: { expressions: "", locked: "true", holds: "true" },
  moved: () => "",
  answer: "true as has_credit, true as has_points",
};

/** Keeps locations from being deleted until the order is there to keep them, behind its customer and before any level. */
function withPlaces(
  { expressions, locked, holds }: typeof ofBuyer.first,
  places: string,
): typeof ofBuyer.first {
  return {
    expressions: `${expressions}
  place as materialized (
    select l.id from locations l
    where l.store_id = $1 and l.id = ${anyOf(places)} and ${locked} order by l.id for key share),`,
    locked: "(select count(*) from place) >= 0",
    holds: `${holds} and (select count(*) from place) = cardinality(${places}::bigint[])`,
  };
}

function make(facts: FactRegistry, kind: PlacedKind): Statement {
  const { parts, hasBuyer, hasPlaces } = kind;
  const sql = { rows: at(0), id: at(1), stamp: at(2), body: at(3), told: at(4), tags: at(5), isNew: true };
  const { first, moved, answer } = hasBuyer ? ofBuyer : ofNobody;
  return takeStockStatement("order_place", facts, {
    first: hasPlaces ? withPlaces(first, placesAt(kind)) : first,
    written: (when) => `${writtenOrder(parts, { ...sql, when })},${moved(when)}${drafts(when)}`,
    answer,
  });
}

/** Makes the statements that place orders, one for each kind of new order. */
export function createPlaceStatements(facts: FactRegistry): (kind: PlacedKind) => Statement {
  const made = new Map<string, Statement>();
  return (kind) => {
    const key = `${kind.hasBuyer} ${kind.hasPlaces} ${kind.parts.join(" ")}`;
    const known = made.get(key);
    if (known) return known;
    const statement = make(facts, kind);
    made.set(key, statement);
    return statement;
  };
}

/** What a placed order writes, and what it tells. */
export interface ToPlace {
  store: Store;
  cause: Cause;
  order: Order;
  text: string;
  units: readonly TakenUnits[];
  move: BuyerMove | null;
  drafts: readonly EventDraft[];
}

function placesBesideStock({ fulfillment_orders }: Order, units: readonly TakenUnits[]): number[] {
  const taken = new Set(units.map(({ location_id }) => location_id));
  return fulfillment_orders.map(({ location_id }) => location_id).filter((id) => !taken.has(id));
}

/** The kind and the values of the statement that places an order. */
export function placeValues(
  { documents }: OrderDesk,
  { store, cause, order, text, units, move, drafts: events }: ToPlace,
): { kind: PlacedKind; values: unknown[] } {
  const { number, id } = order.order;
  const written = writtenValues({ documents, store }, { before: null, after: order, text });
  const places = placesBesideStock(order, units);
  const values = [
    ...takenValues(store, { cause, number, order_id: id }, units),
    ...written.values,
    JSON.stringify(events),
    ...(move === null ? [] : buyerValues(move)),
    ...(places.length === 0 ? [] : [places]),
  ];
  const kind = { parts: written.parts, hasBuyer: move !== null, hasPlaces: places.length > 0 };
  return { kind, values };
}
