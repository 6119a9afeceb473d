import type { Installation, Store } from "../../infrastructure/routing/call.ts";

/** A request for a page of a store's event log, or of an installation's deliveries. */
export interface EventPageQuery {
  store: Store;
  installation: Installation;
  /** The number after which the page begins. If undefined, the page begins with the oldest stored event. */
  after: number | undefined;
  topics: readonly string[] | undefined;
  limit: number;
  /** The maximum number of events that are examined to find events of these topics. */
  maxExamined: number;
}

/** An event with its data as read from the database. `created_at` is text in the store's time zone. */
export interface EventRow {
  /** The number of the event in the log, or of its delivery if deliveries are read. */
  position: number;
  sequence: number;
  id: number | null;
  topic: string;
  resource_id: number | null;
  created_at: string;
  context: string | null;
  trigger_by_app: string | null;
  payload: string | null;
  /** The data of the delivery if deliveries are read. */
  delivery?: { delivery_sequence: number; delivery_state: string; webhook_id: number };
}

/** The events of one page. */
export interface EventRowsPage {
  rows: EventRow[];
  /**
   * The number of matching events, up to the limit of the query. It is larger than the number of rows if the rows reached the
   * byte limit of a response.
   */
  matched_count: number;
}

/** The number of payload bytes after which a response ends. The event that exceeds it is still included. */
const maxPayloadBytes = 4 * 1024 * 1024;

/**
 * Build the end of a statement that reads a page. This end selects the events of the common table expression `page` whose payloads
 * fit into one response, each with the columns of the bounds. Only the sizes of payloads are read before the selection, so that
 * the text of excluded payloads is never read.
 * @param bounds the name of the common table expression with the one row of bounds
 * @param zone the placeholder of the store's time zone
 */
export function buildPageEndSql(bounds: string, zone: string): string {
  return `
    sized as (
      select *, sum(coalesce(octet_length(payload), 0)) over (order by position)
        - coalesce(octet_length(payload), 0) as bytes_before
      from page)
  select ${bounds}.*, (select count(*) from page) as matched_count, sized.*, souk_time(sized.happened_at, ${zone}) as created_at
  from ${bounds} left join sized on sized.bytes_before < ${maxPayloadBytes}
  order by sized.position`;
}
