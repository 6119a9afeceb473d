import type { AnswerOf, operations } from "@souk/contract";
import { formatNumber } from "@souk/ui";
import { strings } from "./strings.ts";

export type Customisation = AnswerOf<typeof operations.getCustomisation>["customisation"];
export type PlacedKind = keyof Customisation;

/** Something that an app has put into the shop, in words. */
export interface PlacedThing {
  id: number;
  name: string;
  more: string;
}

/** The things of one kind. */
export interface PlacedGroup {
  kind: PlacedKind;
  things: PlacedThing[];
}

/** So much of a snippet tells it apart from others. */
const shownCharacters = 120;

function beginningOf(html: string): string {
  const line = html.replace(/\s+/g, " ").trim();
  return line.length > shownCharacters ? `${line.slice(0, shownCharacters)}…` : line;
}

/** What an app has put into the shop, by kind; kinds with nothing are left out. */
export function placedGroups({ snippets, script_tags, admin_links, curls }: Customisation): PlacedGroup[] {
  const groups: PlacedGroup[] = [
    {
      kind: "snippets",
      things: snippets.map(({ id, field, characters, beginning }) => ({
        id,
        name: field,
        more: strings.snippet(formatNumber(characters), beginningOf(beginning)),
      })),
    },
    { kind: "script_tags", things: script_tags.map(({ id, src }) => ({ id, name: src, more: "" })) },
    {
      kind: "admin_links",
      things: admin_links.map(({ id, label, placement, url }) => ({
        id,
        name: label,
        more: strings.link(strings.placements[placement], url),
      })),
    },
    {
      kind: "curls",
      things: curls.map(({ id, topic, url }) => ({ id, name: strings.topics[topic], more: url })),
    },
  ];
  return groups.filter(({ things }) => things.length > 0);
}
