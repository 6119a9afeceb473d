import { notificationLimits } from "@souk/contract";
import { type FilterImplOptions, Liquid } from "liquidjs";

/**
 * The tags that a template may use: enough to lay out an email, none that reads files, stores text or takes
 * long.
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

/** Convert a value to text: anything but a text or a number becomes empty. */
function plain(value: unknown): string {
  return typeof value === "string" || typeof value === "number" ? String(value) : "";
}

function escaped(value: unknown): string {
  return plain(value).replace(/[&<>"']/g, (character) => escapes[character] ?? character);
}

/** Return the value unchanged, to be escaped like everything else. */
const same = (value: unknown): unknown => value;

/** Escapes a text and turns its line breaks into tags, the only markup that a filter outputs. */
const brokenLines: FilterImplOptions = {
  raw: true,
  handler(value: unknown): string {
    const text = escaped(value).replaceAll(/\r?\n/g, "<br>\n");
    this.context.memoryLimit.use(text.length);
    return text;
  },
};

function keep(from: object, names: readonly string[]): void {
  for (const name of Object.keys(from)) if (!names.includes(name)) Reflect.deleteProperty(from, name);
}

function createEngine(outputEscape: (value: unknown) => string, newlineToBr: FilterImplOptions): Liquid {
  const engine = new Liquid({
    outputEscape,
    // An unknown variable is empty; a misspelled filter is an error.
    strictVariables: false,
    strictFilters: true,
    // A template sees the fields of its data and nothing that JavaScript gives to every object.
    ownPropertyOnly: true,
    // Without files: every name is looked up in these, which are none.
    templates: {},
    parseLimit: notificationLimits.body_html,
  });
  keep(engine.tags, allowedTags);
  keep(engine.filters, allowedFilters);
  // Liquid's own `raw` puts out what a customer wrote as markup; templates that name it are rendered all the same.
  engine.registerFilter("raw", same);
  engine.registerFilter("newline_to_br", newlineToBr);
  return engine;
}

/** Create an engine for HTML, which escapes its output, and one for plain text. */
export function createLiquidEngines(): { html: Liquid; text: Liquid } {
  return { html: createEngine(escaped, brokenLines), text: createEngine(plain, same) };
}
