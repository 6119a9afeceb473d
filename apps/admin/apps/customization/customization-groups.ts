import type { OperationResponse, operations } from "@souk/contract";
import { formatNumber } from "@souk/ui";
import { texts } from "../../texts.ts";

export type Customization = OperationResponse<typeof operations.getCustomization>["customization"];
export type PlacedKind = keyof Customization;

/** Something that an app has added to the store, in words. */
export interface PlacedThing {
  id: number;
  name: string;
  more: string;
}

/** The items of one kind. */
export interface PlacedGroup {
  kind: PlacedKind;
  things: PlacedThing[];
}

/** The number of characters that identify a snippet among others. */
const shownCharacters = 120;

function getExcerpt(html: string): string {
  const line = html.replace(/\s+/g, " ").trim();
  return line.length > shownCharacters ? `${line.slice(0, shownCharacters)}…` : line;
}

/** List what an app has added to the store, by kind; kinds without items are omitted. */
export function placedGroups({ snippets, script_tags, admin_links, curls }: Customization): PlacedGroup[] {
  const groups: PlacedGroup[] = [
    {
      kind: "snippets",
      things: snippets.map(({ id, field, characters, beginning }) => ({
        id,
        name: field,
        more: texts.appsCustomization.snippet({
          characters: formatNumber(characters),
          beginning: getExcerpt(beginning),
        }),
      })),
    },
    { kind: "script_tags", things: script_tags.map(({ id, src }) => ({ id, name: src, more: "" })) },
    {
      kind: "admin_links",
      things: admin_links.map(({ id, label, placement, url }) => ({
        id,
        name: label,
        more: texts.appsCustomization.link({ place: texts.appsCustomization.placements[placement], url }),
      })),
    },
    {
      kind: "curls",
      things: curls.map(({ id, topic, url }) => ({
        id,
        name: texts.appsCustomization.topics[topic],
        more: url,
      })),
    },
  ];
  return groups.filter(({ things }) => things.length > 0);
}
