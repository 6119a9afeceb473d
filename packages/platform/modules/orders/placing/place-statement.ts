import type { Statement } from "@souk/database";
import type { EventRow } from "../../../infrastructure/events/publish.ts";
import { buildAnyIds } from "../../../infrastructure/listing/any-ids.ts";
import type { Cause } from "../../../infrastructure/routing/actor.ts";
import type { Store } from "../../../infrastructure/routing/call.ts";
import {
  buildBuyerLockSql,
  buildBuyerUpdateSql,
  type CustomerTotalsChange,
  listBuyerValues,
} from "../../customers/index.ts";
import {
  buildCommitStockStatement,
  buildCommitStockValues,
  type CommittedUnits,
  firstRecordPlaceholder,
  type ShortLevel,
} from "../../inventory/index.ts";
import type { Order } from "../order-rows.ts";
import type { OrderTableName } from "../order-tables.ts";
import type { OrdersDeps } from "../orders-deps.ts";
import { buildOrderWriteSql, buildOrderWriteValues } from "../write-change.ts";

/** The result row of the statement that places an order. */
export interface PlacedRow {
  /** Whether the order was written. */
  is_placed: boolean;
  /** The levels with too few units for the order; null if all have enough. */
  short: readonly ShortLevel[] | null;
  /** Whether the customer has enough store credit; null if the customer was deleted. */
  has_credit: boolean | null;
  /** Whether the customer has enough points; null if the customer was deleted. */
  has_points: boolean | null;
}

const formatParameter = (offset: number) => `$${firstRecordPlaceholder + offset}`;
/** The number of values that the statement has for every order: 6 of the order itself and 1 with its events. The buyer's values follow. */
const orderValueCount = 7;
const buyerOptions = { firstPlaceholder: firstRecordPlaceholder + orderValueCount };
const getLocationsParameter = ({ hasBuyer }: NewOrderKind): string =>
  formatParameter(orderValueCount + (hasBuyer ? listBuyerValues(null).length : 0));

const buildEventsInsert = (condition: string) => `
  published as (
    insert into event_inbox (store_id, occurred_at, topic, resource_id, payload, context, trigger_by_app,
      actor_kind, actor_id, request_id)
    select $1, clock_timestamp(), event.topic, event.resource_id, event.payload, event.context, event.trigger_by_app,
      $3::text, $4::text, $5::text
    from jsonb_to_recordset(${formatParameter(6)}::jsonb)
      as event(topic text, resource_id bigint, payload text, context text, trigger_by_app text)
    where ${condition})`;

/** The properties of a new order that determine the statement that places it. */
interface NewOrderKind {
  /** The tables that the order has rows in. */
  tables: readonly OrderTableName[];
  /** Whether the order has a customer. */
  hasBuyer: boolean;
  /** Whether some locations ship only untracked units, so that locking the inventory levels does not lock these locations. */
  hasUntrackedLocations: boolean;
}

// The SQL for an order with a customer: it locks the customer before any level (`earlierLocks`, see `OrderWriteSql`), and updates
// the customer's totals.
const buyerSql = {
  earlierLocks: {
    expressions: `${buildBuyerLockSql(buyerOptions)},`,
    // The count reads the customer first, so that the customer is locked before any level.
    lockCondition: "(select count(*) from buyer) >= 0",
    // guard order-paid-from-a-balance: without `where has_credit and has_points`, place-order.test.ts fails at `store credit and points can pay an order and are refunded when it is canceled`
    requiredCondition: "exists (select from buyer where has_credit and has_points)",
  },
  buildUpdate: (condition: string) => `${buildBuyerUpdateSql({ ...buyerOptions, condition })},`,
  resultColumns: "(select has_credit from buyer) as has_credit, (select has_points from buyer) as has_points",
};
const noBuyerSql: typeof buyerSql = {
  earlierLocks: { expressions: "", lockCondition: "true", requiredCondition: "true" },
  buildUpdate: () => "",
  resultColumns: "true as has_credit, true as has_points",
};

/**
 * Add SQL that locks locations, so that they cannot be deleted until the order exists. They are locked after the
 * customer and before any level.
 */
function addLocationLocks(
  { expressions, lockCondition, requiredCondition }: typeof buyerSql.earlierLocks,
  locations: string,
): typeof buyerSql.earlierLocks {
  return {
    expressions: `${expressions}
  order_location as materialized (
    select l.id from locations l
    where l.store_id = $1 and l.id = ${buildAnyIds(locations)} and ${lockCondition} order by l.id for key share),`,
    lockCondition: "(select count(*) from order_location) >= 0",
    requiredCondition: `${requiredCondition} and (select count(*) from order_location) = cardinality(${locations}::bigint[])`,
  };
}

function buildStatement(kind: NewOrderKind): Statement {
  const { tables, hasBuyer, hasUntrackedLocations } = kind;
  const parameters = {
    rows: formatParameter(0),
    id: formatParameter(1),
    stamp: formatParameter(2),
    body: formatParameter(3),
    searchText: formatParameter(4),
    tags: formatParameter(5),
    isNew: true,
  };
  const { earlierLocks, buildUpdate, resultColumns } = hasBuyer ? buyerSql : noBuyerSql;
  return buildCommitStockStatement("order_place", {
    earlierLocks: hasUntrackedLocations
      ? addLocationLocks(earlierLocks, getLocationsParameter(kind))
      : earlierLocks,
    buildWrites: (condition) =>
      [
        `${buildOrderWriteSql(tables, { ...parameters, condition })},`,
        buildUpdate(condition),
        buildEventsInsert(condition),
      ].join(""),
    resultColumns,
  });
}

/** Create the function that returns the statement for a kind of new order, and caches the statements. */
export function createPlaceStatements(): (kind: NewOrderKind) => Statement {
  const statements = new Map<string, Statement>();
  return (kind) => {
    const key = `${kind.hasBuyer} ${kind.hasUntrackedLocations} ${kind.tables.join(" ")}`;
    const existingStatement = statements.get(key);
    if (existingStatement) return existingStatement;
    const statement = buildStatement(kind);
    statements.set(key, statement);
    return statement;
  };
}

/** The data that is written when an order is placed, including events. */
export interface NewOrderData {
  store: Store;
  cause: Cause;
  order: Order;
  /** The JSON text of the order's snapshot. */
  snapshotText: string;
  units: readonly CommittedUnits[];
  totalsChange: CustomerTotalsChange | null;
  events: readonly EventRow[];
}

function listUntrackedLocations({ fulfillment_orders }: Order, units: readonly CommittedUnits[]): number[] {
  const trackedLocations = new Set(units.map(({ location_id }) => location_id));
  return fulfillment_orders.map(({ location_id }) => location_id).filter((id) => !trackedLocations.has(id));
}

/** Build the parameter values of the statement that places an order, and find the kind of order that determines the statement. */
export function buildPlaceValues(
  { orderSnapshots }: OrdersDeps,
  { store, cause, order, snapshotText, units, totalsChange, events }: NewOrderData,
): { kind: NewOrderKind; values: unknown[] } {
  const { number, id } = order.order;
  const orderWrite = buildOrderWriteValues(
    { orderSnapshots, store },
    { before: null, after: order, text: snapshotText },
  );
  const locations = listUntrackedLocations(order, units);
  const values = [
    ...buildCommitStockValues(store, { cause, number, order_id: id }, units),
    ...orderWrite.values,
    JSON.stringify(events),
    ...(totalsChange === null ? [] : listBuyerValues(totalsChange)),
    ...(locations.length === 0 ? [] : [locations]),
  ];
  const kind = {
    tables: orderWrite.tables,
    hasBuyer: totalsChange !== null,
    hasUntrackedLocations: locations.length > 0,
  };
  return { kind, values };
}
