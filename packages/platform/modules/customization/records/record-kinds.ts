import type { UrlPurpose } from "@souk/delivery";

/** A kind of record that apps create in a store. */
export interface RecordKind {
  /** The plural, which is also the name of the table. */
  plural: "snippets" | "script_tags" | "admin_links" | "curls";
  singular: string;
  /** The plural in messages. */
  pluralLabel: string;
  /** The columns that an app writes, in the order in which they are returned. */
  columns: readonly string[];
  /** The column by which the list can be filtered. */
  filterColumn: "field" | "src" | "placement" | "topic";
  /**
   * The column that contains a URL of another server, with the purpose of the URL. Absent if no column contains one: the `url`
   * of an admin link is a page of its own app.
   */
  urlColumn?: { name: "src" | "url"; purpose: UrlPurpose };
}

/** The kinds of records that apps create in a store, by their plural. */
export const recordKinds = {
  snippets: {
    plural: "snippets",
    singular: "snippet",
    pluralLabel: "snippets",
    columns: ["field", "value"],
    filterColumn: "field",
  },
  script_tags: {
    plural: "script_tags",
    singular: "script_tag",
    pluralLabel: "script tags",
    columns: ["src", "event"],
    filterColumn: "src",
    urlColumn: { name: "src", purpose: "script" },
  },
  admin_links: {
    plural: "admin_links",
    singular: "admin_link",
    pluralLabel: "admin links",
    columns: ["label", "url", "placement"],
    filterColumn: "placement",
  },
  curls: {
    plural: "curls",
    singular: "curl",
    pluralLabel: "callbacks",
    columns: ["topic", "url"],
    filterColumn: "topic",
    urlColumn: { name: "url", purpose: "callback" },
  },
} as const satisfies Record<string, RecordKind>;

const buildTimesSql = (zone: string): string =>
  `souk_time(r.created_at, ${zone}) as created_at, souk_time(r.updated_at, ${zone}) as updated_at`;

/** Build the SQL for the JSON text of a record `r` of a kind. @param zone the placeholder of the store's time zone */
export function buildRecordJson({ columns }: RecordKind, zone: string): string {
  const columnsSql = columns.map((column) => `r.${column}`).join(", ");
  return `row_to_json((select x from (select r.id, ${columnsSql}, ${buildTimesSql(zone)}) x))::text`;
}

/** Build the SQL for the JSON text of a snippet `r`, with the first 500 characters of its HTML and the length of the HTML. */
export function buildSnippetSummaryJson(zone: string): string {
  return `row_to_json((select x from (select r.id, r.field, char_length(r.value) as characters,
    left(r.value, 500) as beginning, ${buildTimesSql(zone)}) x))::text`;
}
