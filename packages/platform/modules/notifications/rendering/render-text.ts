import { AssertionError, type Liquid, LiquidError, toValueSync } from "liquidjs";
import { toStorableText, truncate } from "../../../infrastructure/storable-text.ts";
import { BoundedText } from "./bounded-text.ts";
import { BudgetExceededError, type RenderBudget } from "./render-budget.ts";

/**
 * The maximum number of tags and outputs of a template. Parsing 10,000 of them would take as long as rendering a whole email may
 * take.
 */
const maxTags = 2_000;

/**
 * A text with the values of its variables, or a sentence about the error in its template. If a text is over budget, the texts
 * that follow it cannot be rendered either.
 */
export type RenderedText = { ok: true; text: string } | { ok: false; error: string; isOverBudget: boolean };

/** Format an error of Liquid as a sentence that begins with the line. */
function formatError(error: LiquidError): string {
  const [line] = error.token.getPosition();
  const message = isBudgetError(error) ? "rendering takes too much time or memory" : getMessage(error);
  return `Line ${line}: ${truncate(toStorableText(message), 300).replace(/\.$/, "")}.`;
}

/** Return the message of an error of Liquid, without the position that Liquid appends to it. */
function getMessage({ message }: LiquidError): string {
  return message.replace(/, (file:.*, )?line:\d+, col:\d+$/s, "");
}

function isBudgetError(error: unknown): boolean {
  return (
    error instanceof BudgetExceededError ||
    (error instanceof LiquidError && isBudgetError(error.originalError))
  );
}

/** A template with the values of its variables. */
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
  const fail = (error: string, isOverBudget = false) => ({ ok: false as const, error, isOverBudget });
  if ((template.match(/\{[{%]/g)?.length ?? 0) > maxTags)
    return fail(`The template has more than ${maxTags.toLocaleString("en")} tags and outputs.`);
  try {
    budget.check();
    const parsedTemplate = engine.parse(template);
    const output = new BoundedText(budget.characters);
    toValueSync(
      engine.renderer.renderTemplates(parsedTemplate, budget.createContext(engine, variables), output),
    );
    return { ok: true, text: output.buffer.toWellFormed() };
  } catch (error) {
    if (error instanceof LiquidError) return fail(formatError(error), isBudgetError(error));
    if (isBudgetError(error))
      return fail(
        "Rendering the subject and the bodies of the email takes too much time or memory in total.",
        true,
      );
    // Liquid's `parseLimit` is exceeded.
    if (error instanceof AssertionError) return fail("The text is too long.");
    // Thousands of nested tags overflow the stack.
    if (error instanceof RangeError) return fail("The template is nested too deeply.");
    throw error;
  }
}
