/** A form of a page. */
export interface PageForm {
  /** The action as written, to be resolved against the page's address; empty: the page itself. */
  action: string;
  method: "GET" | "POST";
  /** The values of the form's fields, without named buttons. */
  fields: Readonly<Record<string, string>>;
  /** Its text without tags, buttons included. */
  text: string;
  /** Names and values of its buttons, by their text. */
  buttons: ReadonlyMap<string, { name: string; value: string } | null>;
}

/** Read the forms of a page that our own templates made: every attribute value is quoted. */
export function pageForms(html: string): PageForm[] {
  return [...html.matchAll(/<form\b([^>]*)>([\s\S]*?)<\/form>/g)].map(([, head = "", inside = ""]) => ({
    action: attribute(head, "action") ?? "",
    method: /^post$/i.test(attribute(head, "method") ?? "") ? "POST" : "GET",
    fields: parseFields(inside),
    text: plainText(inside),
    buttons: parseButtons(inside),
  }));
}

function parseFields(inside: string): Record<string, string> {
  const fields: Record<string, string> = {};
  for (const [, head = ""] of inside.matchAll(/<input\b([^>]*)>/g)) {
    const name = attribute(head, "name");
    const choice = /^(checkbox|radio)$/.test(attribute(head, "type") ?? "");
    if (name !== undefined && (!choice || /\schecked\b/.test(head)))
      fields[name] = attribute(head, "value") ?? "";
  }
  for (const [, head = "", options = ""] of inside.matchAll(/<select\b([^>]*)>([\s\S]*?)<\/select>/g)) {
    const name = attribute(head, "name");
    const all = [...options.matchAll(/<option\b([^>]*)>/g)].map(([, option = ""]) => option);
    const chosen = all.find((option) => /\sselected\b/.test(option)) ?? all[0];
    if (name !== undefined && chosen !== undefined) fields[name] = attribute(chosen, "value") ?? "";
  }
  return fields;
}

function parseButtons(inside: string): Map<string, { name: string; value: string } | null> {
  const buttons = [...inside.matchAll(/<button\b([^>]*)>([\s\S]*?)<\/button>/g)];
  return new Map(
    buttons.map(([, head = "", label = ""]) => {
      const name = attribute(head, "name");
      return [plainText(label), name === undefined ? null : { name, value: attribute(head, "value") ?? "" }];
    }),
  );
}

function attribute(head: string, name: string): string | undefined {
  const value = new RegExp(`\\s${name}="([^"]*)"`).exec(head)?.[1];
  return value === undefined ? undefined : unescaped(value);
}

/** Return the text of a piece of HTML, its spaces joined. */
export function plainText(html: string): string {
  return unescaped(html.replace(/<[^>]*>/g, " "))
    .replace(/\s+/g, " ")
    .trim();
}

const entities: Readonly<Record<string, string>> = { lt: "<", gt: ">", quot: '"', "#39": "'", amp: "&" };

function unescaped(text: string): string {
  return text.replace(/&(lt|gt|quot|#39|amp);/g, (whole, name: string) => entities[name] ?? whole);
}
