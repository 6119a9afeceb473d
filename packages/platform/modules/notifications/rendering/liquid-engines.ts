import { notificationLimits } from "@souk/contract";
import { type FilterImplOptions, Liquid } from "liquidjs";

/** What a template may use: enough to lay out a mail, nothing that reads files, holds text aside or takes long. */
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

/** A value as it is read: what is no text and no number is not shown at all. */
function plain(value: unknown): string {
  return typeof value === "string" || typeof value === "number" ? String(value) : "";
}

function escaped(value: unknown): string {
  return plain(value).replace(/[&<>"']/g, (character) => escapes[character] ?? character);
}

/** Passes on what it is given, to be escaped like everything else. */
const same = (value: unknown): unknown => value;

/** Breaks the lines of a text that it escapes itself: its breaks are the only markup that a filter puts out. */
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
    // What is not there is empty; a misspelt filter is a fault that is told.
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

/** An engine for HTML, which escapes what it puts out, and one for plain text. */
export function createLiquidEngines(): { html: Liquid; text: Liquid } {
  return { html: createEngine(escaped, brokenLines), text: createEngine(plain, same) };
}
