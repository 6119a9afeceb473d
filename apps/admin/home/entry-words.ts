import { type PageAddress, topics } from "@souk/contract";
import { formatNumber } from "@souk/ui";
import { formatChange } from "../format-change.ts";
import { toStorePage } from "../page-addresses.ts";
import { texts } from "../texts.ts";
import type { ActivityEntry } from "./activity.ts";

type StockEntry = NonNullable<ActivityEntry["stock"]>;

/** One entry of the activity list, in words. */
export interface EntryWords {
  /** The subject: the title of a product, the name of an app. */
  subject: string;
  /** The event that happened to the subject. */
  what: string;
  /** The link to the subject's page; null when it has none. */
  to: PageAddress | null;
}

function stockWords({ location_name, change, resulting_quantity }: StockEntry): string {
  const { entry } = texts.home;
  return entry.stock({
    place: location_name ?? entry.deletedPlace,
    change: formatChange(change),
    quantity: formatNumber(resulting_quantity),
  });
}

function topicWords(topic: string): string {
  const description = (topics as Readonly<Record<string, { description: string }>>)[topic]?.description;
  const own: Readonly<Record<string, string>> = texts.home.entry.topics;
  return own[topic] ?? description ?? topic;
}

function getTitle({ kind, title }: ActivityEntry): string {
  if (title !== null && title !== "") return title;
  if (kind === "app") return texts.home.gone.app;
  if (kind === "order") return texts.home.gone.order;
  return kind === "other" ? texts.home.gone.other : texts.home.gone.product;
}

function findPageOf({ title, topic, product_id, order_id, client_id }: ActivityEntry): PageAddress | null {
  if (product_id !== null && title !== null) return toStorePage("/products/$id", { id: product_id });
  if (order_id !== null) return toStorePage("/orders/$id", { id: order_id });
  // What was uninstalled has no page any more.
  if (client_id !== null && topic !== "app/uninstall")
    return toStorePage("/apps/installed/$client_id/details", { client_id });
  return topic === "store/update" ? toStorePage("/settings") : null;
}

/** Say what an entry is about and where it leads. */
export function entryWords(entry: ActivityEntry): EntryWords {
  const { stock, topic } = entry;
  const [title, to] = [getTitle(entry), findPageOf(entry)];
  if (stock === null) return { subject: title, what: topicWords(topic), to };
  if (stock.count === 1) return { subject: title, what: stockWords(stock), to };
  return {
    subject: texts.home.entry.levels({ count: formatNumber(stock.count) }),
    what: texts.home.entry.lastLevel({ title, words: stockWords(stock) }),
    to: null,
  };
}
