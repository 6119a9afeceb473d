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

const unseen: ReadonlySet<string> = new Set(["head", "script", "style", "title"]);
const blocks = /^(br|\/(div|h[1-6]|li|ol|p|table|tr|ul))$/;

/**
 * Convert HTML to plain text: its words, with a line for each block. It takes time in proportion to the
 * length, whatever the content.
 */
export function textOfHtml(html: string): string {
  const words: string[] = [];
  let hiddenIn: string | null = null;
  for (const part of html.split(/(<[^<>]*>)/)) {
    const tag = /^<(\/?[a-z][a-z0-9]*)\b[^<>]*>$/i.exec(part)?.[1]?.toLowerCase();
    if (hiddenIn !== null) hiddenIn = tag === `/${hiddenIn}` ? null : hiddenIn;
    else if (tag === undefined) words.push(part.startsWith("<!") ? "" : part.replaceAll(/\s+/g, " "));
    else if (unseen.has(tag)) hiddenIn = tag;
    else if (blocks.test(tag)) words.push("\n");
  }
  return words
    .join("")
    .replaceAll(/&(amp|lt|gt|quot|#34|#39|nbsp|times);/g, (whole, name: string) => entities[name] ?? whole)
    .replaceAll(/ +/g, " ")
    .replaceAll(/ ?\n ?/g, "\n")
    .replaceAll(/\n{3,}/g, "\n\n")
    .trim();
}
