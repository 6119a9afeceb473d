import { topics } from "@souk/contract";
import { formatNumber } from "@souk/ui";
import { formatChange } from "../format-change.ts";
import type { ActivityEntry } from "./activity.ts";
import { strings } from "./strings.ts";

type StockEntry = NonNullable<ActivityEntry["stock"]>;

/** One entry of what happened, in words. */
export interface EntryWords {
  /** What it is about: the title of a product, the name of an app. */
  subject: string;
  /** What happened to it. */
  what: string;
  /** Where it can be looked at; null when there is no page for it. */
  to: string | null;
}

function stockWords({ location_name, change, resulting_quantity }: StockEntry): string {
  const { entry } = strings;
  return entry.stock(
    location_name ?? entry.gonePlace,
    formatChange(change),
    formatNumber(resulting_quantity),
  );
}

function topicWords(topic: string): string {
  const sent = (topics as Readonly<Record<string, { sent: string }>>)[topic]?.sent;
  return strings.entry.topics[topic] ?? sent ?? topic;
}

function titleOf({ kind, title }: ActivityEntry): string {
  if (title !== null && title !== "") return title;
  if (kind === "app") return strings.gone.app;
  if (kind === "order") return strings.gone.order;
  return kind === "other" ? strings.gone.other : strings.gone.product;
}

function placeOf(
  { title, topic, product_id, order_id, client_id }: ActivityEntry,
  handle: string,
): string | null {
  if (product_id !== null && title !== null) return `/${handle}/products/${product_id}`;
  if (order_id !== null) return `/${handle}/orders/${order_id}`;
  // What was uninstalled has no page any more.
  if (client_id !== null && topic !== "app/uninstall")
    return `/${handle}/apps/installed/${client_id}/details`;
  return topic === "store/update" ? `/${handle}/settings` : null;
}

/**
 * Says what an entry is about and where it leads.
 * @param handle the shop's, for addresses
 */
export function entryWords(entry: ActivityEntry, handle: string): EntryWords {
  const { stock, topic } = entry;
  const [title, to] = [titleOf(entry), placeOf(entry, handle)];
  if (stock === null) return { subject: title, what: topicWords(topic), to };
  if (stock.count === 1) return { subject: title, what: stockWords(stock), to };
  return {
    subject: strings.entry.levels(formatNumber(stock.count)),
    what: strings.entry.lastLevel(title, stockWords(stock)),
    to: null,
  };
}
