/** A form on a page. */
export interface PageForm {
  /** The value of the `action` attribute, relative to the page's URL; empty for the page itself. */
  action: string;
  method: "GET" | "POST";
  /** The initial values of the form's fields, without its buttons. */
  fields: Readonly<Record<string, string>>;
  /** The form's text without tags, including the text of its buttons. */
  text: string;
  /** Name and value of each button by its text; null for a button without a name. */
  buttons: ReadonlyMap<string, { name: string; value: string } | null>;
}

/** Parse the forms of a page. Every attribute value must be quoted, as in the platform's templates. */
export function parsePageForms(html: string): PageForm[] {
  return [...html.matchAll(/<form\b([^>]*)>([\s\S]*?)<\/form>/g)].map(([, tag = "", content = ""]) => ({
    action: getAttribute(tag, "action") ?? "",
    method: /^post$/i.test(getAttribute(tag, "method") ?? "") ? "POST" : "GET",
    fields: parseFields(content),
    text: extractText(content),
    buttons: parseButtons(content),
  }));
}

function parseFields(content: string): Record<string, string> {
  const fields: Record<string, string> = {};
  for (const [, tag = ""] of content.matchAll(/<input\b([^>]*)>/g)) {
    const name = getAttribute(tag, "name");
    const isCheckable = /^(checkbox|radio)$/.test(getAttribute(tag, "type") ?? "");
    if (name !== undefined && (!isCheckable || /\schecked\b/.test(tag)))
      fields[name] = getAttribute(tag, "value") ?? "";
  }
  for (const [, tag = "", options = ""] of content.matchAll(/<select\b([^>]*)>([\s\S]*?)<\/select>/g)) {
    const name = getAttribute(tag, "name");
    const optionTags = [...options.matchAll(/<option\b([^>]*)>/g)].map(([, option = ""]) => option);
    const selectedTag = optionTags.find((option) => /\sselected\b/.test(option)) ?? optionTags[0];
    if (name !== undefined && selectedTag !== undefined)
      fields[name] = getAttribute(selectedTag, "value") ?? "";
  }
  return fields;
}

function parseButtons(content: string): Map<string, { name: string; value: string } | null> {
  const buttons = [...content.matchAll(/<button\b([^>]*)>([\s\S]*?)<\/button>/g)];
  return new Map(
    buttons.map(([, tag = "", label = ""]) => {
      const name = getAttribute(tag, "name");
      return [
        extractText(label),
        name === undefined ? null : { name, value: getAttribute(tag, "value") ?? "" },
      ];
    }),
  );
}

function getAttribute(tag: string, name: string): string | undefined {
  const value = new RegExp(`\\s${name}="([^"]*)"`).exec(tag)?.[1];
  return value === undefined ? undefined : unescapeHtml(value);
}

/** Return the text of HTML without tags. Several spaces in a row become one. */
export function extractText(html: string): string {
  return unescapeHtml(html.replace(/<[^>]*>/g, " "))
    .replace(/\s+/g, " ")
    .trim();
}

const entities: Readonly<Record<string, string>> = { lt: "<", gt: ">", quot: '"', "#39": "'", amp: "&" };

function unescapeHtml(text: string): string {
  return text.replace(/&(lt|gt|quot|#39|amp);/g, (entity, name: string) => entities[name] ?? entity);
}
