const entities: Readonly<Record<string, string>> = {
  amp: "&",
  lt: "<",
  gt: ">",
  quot: '"',
  "#34": '"',
  "#39": "'",
  nbsp: " ",
  times: "×",
};

const invisibleTags: ReadonlySet<string> = new Set(["head", "script", "style", "title"]);
const lineBreakTags = /^(br|\/(div|h[1-6]|li|ol|p|table|tr|ul))$/;

/**
 * Convert HTML to plain text, with a line for each block of the HTML. Whatever the HTML contains, the time is proportional to its
 * length, so that no HTML can block the thread.
 */
export function convertHtmlToText(html: string): string {
  const texts: string[] = [];
  let invisibleTag: string | null = null;
  for (const part of html.split(/(<[^<>]*>)/)) {
    const tag = /^<(\/?[a-z][a-z0-9]*)\b[^<>]*>$/i.exec(part)?.[1]?.toLowerCase();
    if (invisibleTag !== null) invisibleTag = tag === `/${invisibleTag}` ? null : invisibleTag;
    else if (tag === undefined) texts.push(part.startsWith("<!") ? "" : part.replaceAll(/\s+/g, " "));
    else if (invisibleTags.has(tag)) invisibleTag = tag;
    else if (lineBreakTags.test(tag)) texts.push("\n");
  }
  return texts
    .join("")
    .replaceAll(/&(amp|lt|gt|quot|#34|#39|nbsp|times);/g, (entity, name: string) => entities[name] ?? entity)
    .replaceAll(/ +/g, " ")
    .replaceAll(/ ?\n ?/g, "\n")
    .replaceAll(/\n{3,}/g, "\n\n")
    .trim();
}
