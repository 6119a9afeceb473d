import type { Installation, Store } from "../../routing/call.ts";

/** Which part of a sequence of events is asked for. */
export interface PageQuestion {
  store: Store;
  installation: Installation;
  /** Only those with greater numbers; undefined: from the oldest kept. */
  after: number | undefined;
  topics: readonly string[] | undefined;
  limit: number;
  /** So many numbers are looked at. */
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
  /** Where the sequence is that of an installation's deliveries. */
  delivery?: { delivery_sequence: number; delivery_state: string; webhook_id: number };
}

/** What was read of a sequence. */
export interface ReadPage {
  rows: EventRow[];
  /** How many fit the question, up to its limit: more than there are rows when these were as many bytes as an answer holds. */
  matched: number;
}

/** An answer ends with the event whose payload brings it here, in bytes. */
const mostPayloadBytes = 4 * 1024 * 1024;

/**
 * The end of a statement that reads a page: the events of the common table expression `page` whose payloads fit into one
 * answer, beside the one row of the bounds. Payloads are weighed by their sizes, so that none is read that is not shown.
 * @param bounds the common table expression that has the bounds
 * @param zone the parameter of the store's time zone
 */
export function shownOf(bounds: string, zone: string): string {
  return `
    sized as (
      select *, sum(coalesce(octet_length(payload), 0)) over (order by place)
        - coalesce(octet_length(payload), 0) as bytes_before
      from page)
  select ${bounds}.*, (select count(*) from page) as matched, sized.*, souk_time(sized.happened_at, ${zone}) as created_at
  from ${bounds} left join sized on sized.bytes_before < ${mostPayloadBytes}
  order by sized.place`;
}
