import type { FieldError } from "@souk/contract";
import { cut } from "../../../printable.ts";
import { createLiquidEngines } from "./liquid-engines.ts";
import { createRenderBudget } from "./render-budget.ts";
import { renderText } from "./render-text.ts";
import { textOfHtml } from "./text-of-html.ts";
import { type RenderedMail, type TemplateTexts, textNames } from "./texts.ts";
import { webLinksOnly } from "./web-links-only.ts";

/** A mail, or what is wrong with each text of its template. */
export type MadeMail = { ok: true; mail: RenderedMail } | { ok: false; faults: FieldError[] };

/** Characters of a subject. */
const longestSubject = 255;

/** A header is one line: what a variable holds must not begin another. */
function oneLine(text: string): string {
  return cut(text.replaceAll(/[\s\p{Cc}]+/gu, " ").trim(), longestSubject);
}

/** Characters of HTML that a text is made from where a mail has none of its own: nobody reads on. */
const readHtml = 100_000;

/**
 * Fills in the texts of a template. HTML is escaped wherever a variable stands, links of the variables lead to the web or
 * nowhere, and the subject is a single line.
 * @param whose who wrote the texts: what a shop wrote is rendered within limits
 */
export function renderMail(
  texts: TemplateTexts,
  variables: object,
  whose: "shop" | "default" = "shop",
): MadeMail {
  const budget = createRenderBudget(whose);
  const engines = createLiquidEngines();
  const known = webLinksOnly(variables);
  const made = { subject: "", body_html: "", body_text: "" };
  const faults: FieldError[] = [];
  for (const path of textNames) {
    // A text that is not there costs nothing, whatever those before it have left.
    if (texts[path] === "") continue;
    const text = { template: texts[path], variables: known };
    const rendered = renderText(path === "body_html" ? engines.html : engines.text, text, budget);
    if (rendered.ok) made[path] = rendered.text;
    else faults.push({ path, message: rendered.fault });
    // Nothing is left for the texts after it: they are not at fault.
    if (!rendered.ok && rendered.isSpent) break;
  }
  const subject = oneLine(made.subject);
  if (faults.length === 0 && subject === "")
    faults.push({ path: "subject", message: "It comes to nothing; a mail has a subject." });
  if (faults.length > 0) return { ok: false, faults };
  const { body_html: html, body_text } = made;
  return { ok: true, mail: { subject, html, text: body_text.trim() || textOfHtml(cut(html, readHtml)) } };
}
