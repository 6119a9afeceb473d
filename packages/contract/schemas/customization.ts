import { Type } from "typebox";
import { createLongText, id, timestamp, url } from "./common.ts";

/** Snippet placements: first the fifteen of SNP-1, then the additional ones of docs/spec/clients.md#placements. */
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

/** Admin pages that can show an app's link: detail pages and lists. */
export const adminLinkPlacements = ["order", "orders", "product", "products", "customer"] as const;

/** Topics of callbacks. */
export const callbackTopics = ["shipping/list/cod", "shipping/list/non_cod"] as const;

/** Maximum records of one kind, such as snippets, that an app can have in a store. */
export const maxAppRecords = 100;

const timestamps = { created_at: timestamp, updated_at: timestamp };

const warnings = Type.Optional(
  Type.Array(Type.String(), {
    description: "Warnings, for example about a URL that only this machine can reach.",
  }),
);

const field = Type.Enum([...snippetPlacements], {
  description: "Placement of the snippet. Snippets of the same placement are inserted in id order.",
});
const value = { description: "HTML, inserted into the page unchanged." };

/** HTML that an app inserts into the store's pages (SNP-1). */
export const snippet = Type.Object({ id, field, value: Type.String(value), ...timestamps });

/** Maximum bytes of UTF-8 in a snippet's HTML. */
export const maxSnippetBytes = 256 * 1024;
const valueInput = Type.String({ ...createLongText(maxSnippetBytes, value.description), minLength: 1 });

export const snippetCreate = Type.Object({ field, value: valueInput });
export const snippetUpdate = Type.Object({ field: Type.Optional(field), value: Type.Optional(valueInput) });

const event = Type.Enum(["onload"], {
  description: "Time at which the script runs. `onload` is after the page has loaded.",
});

/** Script of an app, loaded on storefront and checkout pages (SNP-2). */
export const scriptTag = Type.Object({
  id,
  src: Type.String({ description: "HTTPS URL of the JavaScript file." }),
  event,
  ...timestamps,
  warnings,
});

export const scriptTagCreate = Type.Object({
  src: { ...url, description: "HTTPS URL of the JavaScript file." },
  event: Type.Optional(event),
});
export const scriptTagUpdate = Type.Object({
  src: Type.Optional({ ...url, description: "HTTPS URL of the JavaScript file." }),
  event: Type.Optional(event),
});

const label = { description: "Text of the link." };
const linkUrl = {
  description: "Path on the origin of the App URL, such as /orders/print. A query string is kept.",
};
const placement = Type.Enum([...adminLinkPlacements], {
  description:
    "Admin page that shows the link. A detail page sends the id of its record as `id`; a list sends the selected ids as " +
    "`ids`.",
});

/** Link of an app in the store's admin. */
export const adminLink = Type.Object({
  id,
  label: Type.String(label),
  url: Type.String(linkUrl),
  placement,
  ...timestamps,
});

const labelInput = Type.String({ minLength: 1, maxLength: 255, ...label });
const linkUrlInput = Type.String({ minLength: 1, maxLength: 1024, ...linkUrl });

export const adminLinkCreate = Type.Object({ label: labelInput, url: linkUrlInput, placement });
export const adminLinkUpdate = Type.Object({
  label: Type.Optional(labelInput),
  url: Type.Optional(linkUrlInput),
  placement: Type.Optional(placement),
});

const topic = Type.Enum([...callbackTopics], { description: "Topic of the callback." });

/** Callback: the URL at which the platform requests data from an app, such as shipping rates. */
export const curl = Type.Object({
  id,
  topic,
  url: Type.String({ description: "HTTPS URL that receives the callback." }),
  ...timestamps,
  warnings,
});

export const curlCreate = Type.Object({ topic, url });
export const curlUpdate = Type.Object({ url });

/** Kinds of records that apps add to a store. */
export const customizationKinds = ["snippets", "script_tags", "admin_links", "curls"] as const;

/** Snippet as shown to the store's staff. */
export const placedSnippet = Type.Object({
  id,
  field,
  characters: Type.Integer({ description: "Number of characters in the HTML." }),
  beginning: Type.String({ description: "First 500 characters of the HTML." }),
  ...timestamps,
});

/** Admin link with its app, for the page of the admin that shows the link. */
export const appLink = Type.Object({
  id,
  label: Type.String(label),
  placement,
  app: Type.Object({
    id: Type.Integer({ description: "Id of the installation, as in the store's list of apps." }),
    client_id: Type.String(),
    name: Type.String(),
    embedded: Type.Boolean({
      description: "Whether the link opens inside the admin (`true`) or in a new tab.",
    }),
    has_access: Type.Boolean({ description: "Whether the caller may open the app." }),
  }),
});
