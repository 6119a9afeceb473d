import { type FieldError, fieldError } from "@souk/contract";
import { truncate } from "../../../infrastructure/storable-text.ts";
import { convertHtmlToText } from "./html-to-text.ts";
import { createLiquidEngines } from "./liquid-engines.ts";
import { removeNonWebLinks } from "./remove-non-web-links.ts";
import { createRenderBudget } from "./render-budget.ts";
import { renderText } from "./render-text.ts";
import { type RenderResult, type RenderTask, type TemplateTexts, textNames } from "./texts.ts";

/** The maximum number of characters of a subject. */
const maxSubjectLength = 255;

/** Join the lines of a text, so that the value of a variable cannot start another email header. */
function toOneLine(text: string): string {
  return truncate(text.replaceAll(/[\s\p{Cc}]+/gu, " ").trim(), maxSubjectLength);
}

/** The maximum number of characters of HTML that are converted to plain text, if a template has no plain text. */
const maxConvertedHtmlLength = 100_000;

/**
 * Render the texts of a template. Variables are escaped in HTML, links in variables are removed unless they are web URLs, and the
 * subject becomes a single line.
 * @param author whether a store wrote the texts or they are the defaults; only a store's texts have limits
 */
export function renderEmail(
  texts: TemplateTexts,
  variables: object,
  author: RenderTask["author"] = "store",
): RenderResult {
  const budget = createRenderBudget(author);
  const engines = createLiquidEngines();
  const safeVariables = removeNonWebLinks(variables);
  const renderedTexts = { subject: "", body_html: "", body_text: "" };
  const errors: FieldError[] = [];
  for (const path of textNames) {
    // An empty text is skipped, so that it does not fail even if the budget is used up.
    if (texts[path] === "") continue;
    const textToRender = { template: texts[path], variables: safeVariables };
    const textResult = renderText(path === "body_html" ? engines.html : engines.text, textToRender, budget);
    if (textResult.ok) renderedTexts[path] = textResult.text;
    else errors.push(fieldError(path, "invalid_format", { format: "liquid" }, textResult.error));
    // If the budget is used up, the remaining texts are not rendered, so that no errors are reported for them.
    if (!textResult.ok && textResult.isOverBudget) break;
  }
  const subject = toOneLine(renderedTexts.subject);
  if (errors.length === 0 && subject === "")
    errors.push(
      fieldError("subject", "required", {}, "The rendered subject is empty. An email must have a subject."),
    );
  if (errors.length > 0) return { ok: false, errors };
  const { body_html: html, body_text } = renderedTexts;
  return {
    ok: true,
    email: {
      subject,
      html,
      text: body_text.trim() || convertHtmlToText(truncate(html, maxConvertedHtmlLength)),
    },
  };
}
