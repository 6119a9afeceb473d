import { type PageUrl, topics } from "@souk/contract";
import { formatNumber } from "@souk/ui";
import { formatChange } from "../format-change.ts";
import { toStorePage } from "../page-urls.ts";
import { texts } from "../texts.ts";
import type { ActivityEntry } from "./activity.ts";

type StockEntry = NonNullable<ActivityEntry["stock"]>;

/** The texts and the link with which the home page shows an activity entry. */
export interface EntryDescription {
  /** What changed, for example the title of a product or the name of an app. */
  subject: string;
  /** What happened to the subject, for example "Updated". */
  event: string;
  /** The link to the subject's page; null if there is none. */
  to: PageUrl | null;
}

function describeStock({ location_name, change, resulting_quantity }: StockEntry): string {
  const words = texts.home.entry;
  return words.stock({
    location: location_name ?? words.deletedLocation,
    change: formatChange(change),
    quantity: formatNumber(resulting_quantity),
  });
}

function describeTopic(topic: string): string {
  const description = (topics as Readonly<Record<string, { description: string }>>)[topic]?.description;
  const labels: Readonly<Record<string, string>> = texts.home.entry.topics;
  return labels[topic] ?? description ?? topic;
}

function getTitle({ kind, title }: ActivityEntry): string {
  if (title !== null && title !== "") return title;
  if (kind === "app") return texts.home.untitled.app;
  if (kind === "order") return texts.home.untitled.order;
  return kind === "other" ? texts.home.untitled.other : texts.home.untitled.product;
}

function findSubjectPage({ title, topic, product_id, order_id, client_id }: ActivityEntry): PageUrl | null {
  if (product_id !== null && title !== null) return toStorePage("/products/$id", { id: product_id });
  if (order_id !== null) return toStorePage("/orders/$id", { id: order_id });
  // An uninstalled app no longer has a page.
  if (client_id !== null && topic !== "app/uninstall")
    return toStorePage("/apps/installed/$client_id/details", { client_id });
  return topic === "store/update" ? toStorePage("/settings") : null;
}

/** Describe an activity entry for people. */
export function describeEntry(entry: ActivityEntry): EntryDescription {
  const { stock, topic } = entry;
  const title = getTitle(entry);
  const to = findSubjectPage(entry);
  if (stock === null) return { subject: title, event: describeTopic(topic), to };
  if (stock.count === 1) return { subject: title, event: describeStock(stock), to };
  return {
    subject: texts.home.entry.levels({ count: formatNumber(stock.count) }),
    event: texts.home.entry.lastLevel({ title, stock: describeStock(stock) }),
    to: null,
  };
}
