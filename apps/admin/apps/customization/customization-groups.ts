import type { OperationResponse, operations } from "@souk/contract";
import { formatNumber } from "@souk/ui";
import { texts } from "../../texts.ts";

export type Customization = OperationResponse<typeof operations.getCustomization>["customization"];
export type CustomizationKind = keyof Customization;

/** A snippet, script tag, admin link or callback that an app added to the store, as texts to show. */
export interface CustomizationItem {
  id: number;
  name: string;
  details: string;
}

/** The items of one kind. */
export interface CustomizationGroup {
  kind: CustomizationKind;
  items: CustomizationItem[];
}

/** The maximum length of the excerpt of a snippet. It is enough to tell an app's snippets apart. */
const maxExcerptCharacters = 120;

function getExcerpt(html: string): string {
  const line = html.replace(/\s+/g, " ").trim();
  return line.length > maxExcerptCharacters ? `${line.slice(0, maxExcerptCharacters)}…` : line;
}

/** List what an app added to the store, grouped by kind. Kinds without items are omitted. */
export function listCustomizationGroups({
  snippets,
  script_tags,
  admin_links,
  curls: callbacks,
}: Customization): CustomizationGroup[] {
  const groups: CustomizationGroup[] = [
    {
      kind: "snippets",
      items: snippets.map(({ id, field, characters, beginning }) => ({
        id,
        name: field,
        details: texts.appsCustomization.snippet({
          characters: formatNumber(characters),
          beginning: getExcerpt(beginning),
        }),
      })),
    },
    { kind: "script_tags", items: script_tags.map(({ id, src }) => ({ id, name: src, details: "" })) },
    {
      kind: "admin_links",
      items: admin_links.map(({ id, label, placement, url }) => ({
        id,
        name: label,
        details: texts.appsCustomization.link({ place: texts.appsCustomization.placements[placement], url }),
      })),
    },
    {
      kind: "curls",
      items: callbacks.map(({ id, topic, url }) => ({
        id,
        name: texts.appsCustomization.topics[topic],
        details: url,
      })),
    },
  ];
  return groups.filter(({ items }) => items.length > 0);
}
