import { AssertionError, type Liquid, LiquidError, toValueSync } from "liquidjs";
import { toStorableText, truncate } from "../../../infrastructure/storable-text.ts";
import { BoundedText } from "./bounded-text.ts";
import { BudgetSpentError, type RenderBudget } from "./render-budget.ts";

/**
 * The maximum number of tags and outputs of a template: parsing ten thousand of them takes as long as
 * rendering an email may.
 */
const maxTags = 2_000;

/** A text with its variables filled in, or a sentence about the error in its template. */
export type RenderedText = { ok: true; text: string } | { ok: false; error: string; isSpent: boolean };

/** Convert an error of Liquid to a sentence that begins with the line. */
function formatSentence(error: LiquidError): string {
  const [line] = error.token.getPosition();
  const words = isSpent(error) ? "this takes too long or too much memory" : readWords(error);
  return `Line ${line}: ${truncate(toStorableText(words), 300).replace(/\.$/, "")}.`;
}

/** Return the words of an error of Liquid. Liquid has them only in the error's text, with the place at their end. */
function readWords({ message }: LiquidError): string {
  return message.replace(/, (file:.*, )?line:\d+, col:\d+$/s, "");
}

function isSpent(error: unknown): boolean {
  return error instanceof BudgetSpentError || (error instanceof LiquidError && isSpent(error.originalError));
}

/** A template with its variables. */
export interface TextToRender {
  template: string;
  variables: object;
}

/** Render a template within the remaining budget of time, memory and length. */
export function renderText(
  engine: Liquid,
  { template, variables }: TextToRender,
  budget: RenderBudget,
): RenderedText {
  const wrong = (error: string, isSpent = false) => ({ ok: false as const, error, isSpent });
  if ((template.match(/\{[{%]/g)?.length ?? 0) > maxTags)
    return wrong(`The template has more than ${maxTags.toLocaleString("en")} tags and outputs.`);
  try {
    budget.check();
    const parsed = engine.parse(template);
    const text = new BoundedText(budget.characters);
    toValueSync(engine.renderer.renderTemplates(parsed, budget.contextFor(engine, variables), text));
    return { ok: true, text: text.buffer.toWellFormed() };
  } catch (error) {
    if (error instanceof LiquidError) return wrong(formatSentence(error), isSpent(error));
    if (isSpent(error)) return wrong("The texts together take too long or too much memory.", true);
    if (error instanceof AssertionError) return wrong("The text is too long.");
    // The stack, where tags stand within tags by the thousand.
    if (error instanceof RangeError) return wrong("The template is nested too deeply.");
    throw error;
  }
}
