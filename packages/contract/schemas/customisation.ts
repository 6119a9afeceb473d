import { Type } from "typebox";
import { dateOut, id, longText, url } from "./common.ts";

/** Where a snippet's HTML goes: the documented places first (SNP-1), then those of gaps.md. */
export const snippetPlacements = [
  "global/head",
  "global/body_start",
  "global/body_end",
  "global/content_top",
  "global/content_bottom",
  "product/description_top",
  "product/description_bottom",
  "product/button",
  "product/content_bottom",
  "cart/content_top",
  "cart/content_bottom",
  "checkout/content_top",
  "checkout/content_bottom",
  "collection/content_top",
  "collection/product_bottom",
  "global/social_link",
  "home/content_top",
  "home/content_bottom",
  "page/content_top",
  "page/content_bottom",
  "account/content_top",
  "account/content_bottom",
  "collection/content_bottom",
  "collection/product_top",
] as const;

/** Where the admin shows a link of an app: on the page of one record, or over a list of them. */
export const adminLinkPlacements = ["order", "orders", "product", "products", "customer"] as const;

/** What the platform asks apps for while it serves somebody. */
export const curlTopics = ["shipping/list/cod", "shipping/list/non_cod"] as const;

/** So many of each kind an app may keep in a shop. */
export const mostAppRecords = 100;

const times = { created_at: dateOut, updated_at: dateOut };

const warnings = Type.Optional(
  Type.Array(Type.String(), {
    description: "Something worth a look, such as an address that only this machine reaches.",
  }),
);

const field = Type.Enum([...snippetPlacements], {
  description: "The placement. Several snippets of one placement stand in the order of their ids.",
});
const value = { description: "The HTML, put into the page as it stands." };

/** HTML that an app puts into the pages of the shop (SNP-1). */
export const snippet = Type.Object({ id, field, value: Type.String(value), ...times });

/** Bytes of UTF-8 that the HTML of a snippet may have. */
export const mostSnippetBytes = 256 * 1024;
const valueIn = Type.String({ ...longText(mostSnippetBytes, value.description), minLength: 1 });

export const snippetCreate = Type.Object({ field, value: valueIn });
export const snippetUpdate = Type.Object({ field: Type.Optional(field), value: Type.Optional(valueIn) });

const event = Type.Enum(["onload"], { description: "When it runs: once the page is loaded." });

/** A script of an app that the shop's pages and the checkout load (SNP-2). */
export const scriptTag = Type.Object({ id, src: Type.String(), event, ...times, warnings });

export const scriptTagCreate = Type.Object({ src: url, event: Type.Optional(event) });
export const scriptTagUpdate = Type.Object({ src: Type.Optional(url), event: Type.Optional(event) });

const label = { description: "What people read on the link." };
const linkUrl = {
  description: "A path on the origin of the App URL, such as /orders/print; its query is kept.",
};
const placement = Type.Enum([...adminLinkPlacements], {
  description: "Where the admin shows it. A record's page sends its id as id, a list those chosen as ids.",
});

/** A link of an app in the shop's admin. */
export const adminLink = Type.Object({
  id,
  label: Type.String(label),
  url: Type.String(linkUrl),
  placement,
  ...times,
});

const labelIn = Type.String({ minLength: 1, maxLength: 255, ...label });
const linkUrlIn = Type.String({ minLength: 1, maxLength: 1024, ...linkUrl });

export const adminLinkCreate = Type.Object({ label: labelIn, url: linkUrlIn, placement });
export const adminLinkUpdate = Type.Object({
  label: Type.Optional(labelIn),
  url: Type.Optional(linkUrlIn),
  placement: Type.Optional(placement),
});

const topic = Type.Enum([...curlTopics], { description: "What it is asked for." });

/** A callback: where the platform asks an app, such as for its shipping rates. */
export const curl = Type.Object({ id, topic, url: Type.String(), ...times, warnings });

export const curlCreate = Type.Object({ topic, url });
export const curlUpdate = Type.Object({ url });

/** The kinds of what an app puts into a shop. */
export const customisationKinds = ["snippets", "script_tags", "admin_links", "curls"] as const;

/** A snippet as the shop's people see it. */
export const placedSnippet = Type.Object({
  id,
  field,
  characters: Type.Integer({ description: "How long its HTML is." }),
  beginning: Type.String({ description: "The first 500 characters of its HTML." }),
  ...times,
});

/** An admin link as the admin shows it on its placement. */
export const appLink = Type.Object({
  id,
  label: Type.String(label),
  placement,
  app: Type.Object({
    id: Type.Integer({ description: "Of its installation, as among the apps of the shop." }),
    client_id: Type.String(),
    name: Type.String(),
    embedded: Type.Boolean({ description: "Whether it opens inside the admin, or in a tab of its own." }),
  }),
});
