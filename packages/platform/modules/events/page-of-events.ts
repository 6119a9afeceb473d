import type { Installation, Store } from "../../infrastructure/routing/call.ts";

/** The requested part of a sequence of events. */
export interface PageQuestion {
  store: Store;
  installation: Installation;
  /** The number after which the part begins; undefined: at the oldest stored one. */
  after: number | undefined;
  topics: readonly string[] | undefined;
  limit: number;
  /** The number of events that are examined. */
  examined: number;
}

/** An event as it was read; its time is text in the store's time. */
export interface EventRow {
  /** Its number in the sequence that is read. */
  place: number;
  sequence: number;
  id: number | null;
  topic: string;
  resource_id: number | null;
  created_at: string;
  context: string | null;
  trigger_by_app: string | null;
  payload: string | null;
  /** The delivery's data, if the sequence is that of an installation's deliveries. */
  delivery?: { delivery_sequence: number; delivery_state: string; webhook_id: number };
}

/** The result of reading a part of a sequence. */
export interface ReadPage {
  rows: EventRow[];
  /**
   * The number of matches, up to the limit: more than there are rows when these reached the byte limit of a
   * response.
   */
  matched: number;
}

/** The payload bytes after which a response ends, including the event that reaches them. */
const maxPayloadBytes = 4 * 1024 * 1024;

/**
 * Build the end of a statement that reads a page: the events of the common table expression `page` whose
 * payloads fit into one response, beside the one row of the bounds. Payloads are measured by their sizes, so
 * that none is read that is not shown.
 * @param bounds the common table expression that has the bounds
 * @param zone the parameter of the store's time zone
 */
export function selectShown(bounds: string, zone: string): string {
  return `
    sized as (
      select *, sum(coalesce(octet_length(payload), 0)) over (order by place)
        - coalesce(octet_length(payload), 0) as bytes_before
      from page)
  select ${bounds}.*, (select count(*) from page) as matched, sized.*, souk_time(sized.happened_at, ${zone}) as created_at
  from ${bounds} left join sized on sized.bytes_before < ${maxPayloadBytes}
  order by sized.place`;
}
