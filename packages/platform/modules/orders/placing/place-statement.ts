import type { Statement } from "@souk/database";
import type { EventRow } from "../../../infrastructure/events/publish.ts";
import { anyIds } from "../../../infrastructure/listing/any-ids.ts";
import type { Cause } from "../../../infrastructure/routing/actor.ts";
import type { Store } from "../../../infrastructure/routing/call.ts";
import { type BuyerMove, buyerLocked, buyerUpdated, buyerValues } from "../../customers/index.ts";
import {
  firstFree,
  type ShortLevel,
  type TakenUnits,
  takenValues,
  takeStockStatement,
} from "../../inventory/index.ts";
import type { Order } from "../order-rows.ts";
import type { OrderPart } from "../order-tables.ts";
import type { OrdersDeps } from "../orders-deps.ts";
import { buildOrderWriteSql, buildOrderWriteValues } from "../write-change.ts";

/** The row that the statement that places an order returns. */
export interface PlacedRow {
  taken: boolean;
  short: readonly ShortLevel[] | null;
  /** Null if the customer was deleted. */
  has_credit: boolean | null;
  has_points: boolean | null;
}

const parameter = (offset: number) => `$${firstFree + offset}`;
const buyer = { first: firstFree + 7 };
const getLocationsParameter = ({ hasBuyer }: PlacementKind): string =>
  parameter(hasBuyer ? 7 + buyerValues(null).length : 7);

const buildEventsInsert = (when: string) => `
  published as (
    insert into event_inbox (store_id, occurred_at, topic, resource_id, payload, context, trigger_by_app,
      actor_kind, actor_id, request_id)
    select $1, clock_timestamp(), event.topic, event.resource_id, event.payload, event.context, event.trigger_by_app,
      $3::text, $4::text, $5::text
    from jsonb_to_recordset(${parameter(6)}::jsonb)
      as event(topic text, resource_id bigint, payload text, context text, trigger_by_app text)
    where ${when})`;

/** The properties of a new order that determine the statement that places it. */
interface PlacementKind {
  parts: readonly OrderPart[];
  /** Whether it has a customer. */
  hasBuyer: boolean;
  /** Whether locations ship only untracked units, so that no inventory level locks them. */
  hasUntrackedLocations: boolean;
}

const buyerSql = {
  first: {
    expressions: `${buyerLocked(buyer)},`,
    // Reads the customer first, so that the customer is locked before any level.
    locked: "(select count(*) from buyer) >= 0",
    // guard: order-paid-from-a-balance without `where has_credit and has_points`: place-order.test.ts store credit and points pay for an order and are refunded when it is cancelled
    holds: "exists (select from buyer where has_credit and has_points)",
  },
  moved: (when: string) => `${buyerUpdated({ ...buyer, when })},`,
  answer: "(select has_credit from buyer) as has_credit, (select has_points from buyer) as has_points",
};
const noBuyerSql: typeof buyerSql = {
  first: { expressions: "", locked: "true", holds: "true" },
  moved: () => "",
  answer: "true as has_credit, true as has_points",
};

/**
 * Add locks that prevent the deletion of locations until the order exists: after locking the customer, before
 * any level.
 */
function addLocationLocks(
  { expressions, locked, holds }: typeof buyerSql.first,
  locations: string,
): typeof buyerSql.first {
  return {
    expressions: `${expressions}
  place as materialized (
    select l.id from locations l
    where l.store_id = $1 and l.id = ${anyIds(locations)} and ${locked} order by l.id for key share),`,
    locked: "(select count(*) from place) >= 0",
    holds: `${holds} and (select count(*) from place) = cardinality(${locations}::bigint[])`,
  };
}

function buildStatement(kind: PlacementKind): Statement {
  const { parts, hasBuyer, hasUntrackedLocations } = kind;
  const sql = {
    rows: parameter(0),
    id: parameter(1),
    stamp: parameter(2),
    body: parameter(3),
    searchText: parameter(4),
    tags: parameter(5),
    isNew: true,
  };
  const { first, moved, answer } = hasBuyer ? buyerSql : noBuyerSql;
  return takeStockStatement("order_place", {
    first: hasUntrackedLocations ? addLocationLocks(first, getLocationsParameter(kind)) : first,
    written: (when) =>
      `${buildOrderWriteSql(parts, { ...sql, when })},${moved(when)}${buildEventsInsert(when)}`,
    answer,
  });
}

/** Create the function that returns the statement for each kind of new order. */
export function createPlaceStatements(): (kind: PlacementKind) => Statement {
  const statements = new Map<string, Statement>();
  return (kind) => {
    const key = `${kind.hasBuyer} ${kind.hasUntrackedLocations} ${kind.parts.join(" ")}`;
    const existing = statements.get(key);
    if (existing) return existing;
    const statement = buildStatement(kind);
    statements.set(key, statement);
    return statement;
  };
}

/** The data that placing an order writes, events included. */
export interface PlacementInput {
  store: Store;
  cause: Cause;
  order: Order;
  text: string;
  units: readonly TakenUnits[];
  move: BuyerMove | null;
  events: readonly EventRow[];
}

function listUntrackedLocations({ fulfillment_orders }: Order, units: readonly TakenUnits[]): number[] {
  const taken = new Set(units.map(({ location_id }) => location_id));
  return fulfillment_orders.map(({ location_id }) => location_id).filter((id) => !taken.has(id));
}

/** Build the kind and the parameter values of the statement that places an order. */
export function buildPlaceValues(
  { documents }: OrdersDeps,
  { store, cause, order, text, units, move, events }: PlacementInput,
): { kind: PlacementKind; values: unknown[] } {
  const { number, id } = order.order;
  const written = buildOrderWriteValues({ documents, store }, { before: null, after: order, text });
  const locations = listUntrackedLocations(order, units);
  const values = [
    ...takenValues(store, { cause, number, order_id: id }, units),
    ...written.values,
    JSON.stringify(events),
    ...(move === null ? [] : buyerValues(move)),
    ...(locations.length === 0 ? [] : [locations]),
  ];
  const kind = { parts: written.parts, hasBuyer: move !== null, hasUntrackedLocations: locations.length > 0 };
  return { kind, values };
}
