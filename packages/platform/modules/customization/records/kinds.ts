import type { UrlPurpose } from "@souk/delivery";

/** A kind of record that apps create in a store; its table is named by its plural. */
export interface RecordKind {
  plural: "snippets" | "script_tags" | "admin_links" | "curls";
  singular: string;
  /** The name of several records at the beginning of a sentence. */
  words: string;
  /** The columns that an app writes, in the order they are shown. */
  columns: readonly string[];
  /** The column by which its list is filtered. */
  filter: "field" | "src" | "placement" | "topic";
  /** The column with a URL, and the purpose of that URL. */
  address?: { column: "src" | "url"; purpose: UrlPurpose };
}

export const recordKinds = {
  snippets: {
    plural: "snippets",
    singular: "snippet",
    words: "Snippets",
    columns: ["field", "value"],
    filter: "field",
  },
  script_tags: {
    plural: "script_tags",
    singular: "script_tag",
    words: "Script tags",
    columns: ["src", "event"],
    filter: "src",
    address: { column: "src", purpose: "script" },
  },
  admin_links: {
    plural: "admin_links",
    singular: "admin_link",
    words: "Admin links",
    columns: ["label", "url", "placement"],
    filter: "placement",
  },
  curls: {
    plural: "curls",
    singular: "curl",
    words: "Callbacks",
    columns: ["topic", "url"],
    filter: "topic",
    address: { column: "url", purpose: "curl" },
  },
} as const satisfies Record<string, RecordKind>;

const times = (zone: string): string =>
  `souk_time(r.created_at, ${zone}) as created_at, souk_time(r.updated_at, ${zone}) as updated_at`;

/**
 * Build the SQL for the JSON text of a record `r` of a kind. @param zone the placeholder of the store's time
 * zone
 */
export function recordJson({ columns }: RecordKind, zone: string): string {
  const shown = columns.map((column) => `r.${column}`).join(", ");
  return `row_to_json((select x from (select r.id, ${shown}, ${times(zone)}) x))::text`;
}

/** Build the SQL for the JSON text of a snippet, with only the beginning of its HTML. */
export function placedSnippetJson(zone: string): string {
  return `row_to_json((select x from (select r.id, r.field, char_length(r.value) as characters,
    left(r.value, 500) as beginning, ${times(zone)}) x))::text`;
}
