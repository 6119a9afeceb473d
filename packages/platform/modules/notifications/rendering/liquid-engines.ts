import { notificationLimits } from "@souk/contract";
import { type FilterImplOptions, Liquid } from "liquidjs";

/**
 * The tags that a template may use. They are enough for the layout of an email. Tags that read files, store text between renders
 * or take long are not allowed.
 */
const allowedTags = ["#", "assign", "break", "case", "comment", "continue", "for", "if", "raw", "unless"];
const allowedFilters = [
  ["append", "capitalize", "default", "downcase", "escape", "prepend", "remove", "replace"],
  ["slice", "split", "strip", "strip_newlines", "truncate", "upcase", "url_encode"],
  ["compact", "concat", "first", "join", "last", "map", "reverse", "size", "uniq"],
  ["at_least", "at_most", "ceil", "divided_by", "floor", "minus", "modulo", "plus", "round", "times"],
].flat();

const escapes: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&#34;",
  "'": "&#39;",
};

/** Convert a value to text. Values other than texts and numbers become the empty string. */
function toPlainText(value: unknown): string {
  return typeof value === "string" || typeof value === "number" ? String(value) : "";
}

function toEscapedHtml(value: unknown): string {
  return toPlainText(value).replace(/[&<>"']/g, (character) => escapes[character] ?? character);
}

/** Return the value unchanged. If an output ends with this filter, Liquid still escapes the value. */
const returnUnchanged = (value: unknown): unknown => value;

/** The filter that escapes a text and converts its line breaks to `<br>` tags. It is the only filter that outputs markup. */
const htmlNewlineToBr: FilterImplOptions = {
  raw: true,
  handler(value: unknown): string {
    const text = toEscapedHtml(value).replaceAll(/\r?\n/g, "<br>\n");
    this.context.memoryLimit.use(text.length);
    return text;
  },
};

/** Delete all properties of an object except those with the given names. */
function deleteAllExcept(target: object, names: readonly string[]): void {
  for (const name of Object.keys(target)) if (!names.includes(name)) Reflect.deleteProperty(target, name);
}

function createEngine(outputEscape: (value: unknown) => string, newlineToBr: FilterImplOptions): Liquid {
  const engine = new Liquid({
    outputEscape,
    // An unknown variable is empty, but an unknown filter is an error.
    strictVariables: false,
    strictFilters: true,
    // A template can read the fields of its variables, but not the properties that all JavaScript objects inherit.
    ownPropertyOnly: true,
    // Liquid looks up templates by name in this object instead of in files. It is empty, so no template is found.
    templates: {},
    // The maximum number of characters of a template.
    parseLimit: notificationLimits.body_html,
  });
  deleteAllExcept(engine.tags, allowedTags);
  deleteAllExcept(engine.filters, allowedFilters);
  // Liquid's `raw` filter would output a customer's text as markup. It is replaced by a filter that does nothing, so that
  // templates with `raw` can still be rendered.
  engine.registerFilter("raw", returnUnchanged);
  engine.registerFilter("newline_to_br", newlineToBr);
  return engine;
}

/** Create a Liquid engine for HTML, which escapes its output, and one for plain text. */
export function createLiquidEngines(): { html: Liquid; text: Liquid } {
  return {
    html: createEngine(toEscapedHtml, htmlNewlineToBr),
    text: createEngine(toPlainText, returnUnchanged),
  };
}
