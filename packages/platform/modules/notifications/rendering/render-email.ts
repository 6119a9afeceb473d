import { type FieldError, fieldError } from "@souk/contract";
import { truncate } from "../../../infrastructure/storable-text.ts";
import { textOfHtml } from "./html-to-text.ts";
import { createLiquidEngines } from "./liquid-engines.ts";
import { createRenderBudget } from "./render-budget.ts";
import { renderText } from "./render-text.ts";
import { type RenderedEmail, type TemplateTexts, textNames } from "./texts.ts";
import { webLinksOnly } from "./web-links-only.ts";

/** An email, or the errors of each text of its template. */
export type RenderResult = { ok: true; mail: RenderedEmail } | { ok: false; errors: FieldError[] };

/** The maximum characters of a subject. */
const longestSubject = 255;

/** Join a text into one line: the value of a variable must not begin another header. */
function oneLine(text: string): string {
  return truncate(text.replaceAll(/[\s\p{Cc}]+/gu, " ").trim(), longestSubject);
}

/** The maximum characters of HTML from which a text is made, if an email has none of its own. */
const readHtml = 100_000;

/**
 * Render the texts of a template. Every variable is escaped in HTML, links in variables lead to the web or
 * nowhere, and the subject is a single line.
 * @param whose who wrote the texts: a store's texts are rendered within limits
 */
export function renderEmail(
  texts: TemplateTexts,
  variables: object,
  whose: "store" | "default" = "store",
): RenderResult {
  const budget = createRenderBudget(whose);
  const engines = createLiquidEngines();
  const known = webLinksOnly(variables);
  const made = { subject: "", body_html: "", body_text: "" };
  const errors: FieldError[] = [];
  for (const path of textNames) {
    // A text that is not there costs nothing, whatever those before it have left.
    if (texts[path] === "") continue;
    const text = { template: texts[path], variables: known };
    const rendered = renderText(path === "body_html" ? engines.html : engines.text, text, budget);
    if (rendered.ok) made[path] = rendered.text;
    else errors.push(fieldError(path, "invalid_format", { format: "liquid" }, rendered.error));
    // Nothing is left for the texts after it: they are not at fault.
    if (!rendered.ok && rendered.isSpent) break;
  }
  const subject = oneLine(made.subject);
  if (errors.length === 0 && subject === "")
    errors.push(
      fieldError(
        "subject",
        "required",
        {},
        "The subject is empty when it is rendered. An email must have a subject.",
      ),
    );
  if (errors.length > 0) return { ok: false, errors };
  const { body_html: html, body_text } = made;
  return {
    ok: true,
    mail: { subject, html, text: body_text.trim() || textOfHtml(truncate(html, readHtml)) },
  };
}
