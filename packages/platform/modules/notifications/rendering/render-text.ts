import { AssertionError, type Liquid, LiquidError, toValueSync } from "liquidjs";
import { cut, printable } from "../../../printable.ts";
import { BoundedText } from "./bounded-text.ts";
import type { RenderBudget } from "./render-budget.ts";

/** Tags and outputs that a template may have: reading ten thousand of them takes as long as rendering a mail may. */
const mostTags = 2_000;

/** A text with its variables filled in, or a sentence about what is wrong with its template. */
export type RenderedText = { ok: true; text: string } | { ok: false; fault: string; isSpent: boolean };

/** Liquid says the place at the end of its sentence; ours begins with the line. */
function sentenceOf(error: LiquidError): string {
  const [line] = error.token.getPosition();
  const words = error.message.replace(/, (file:.*, )?line:\d+, col:\d+$/s, "");
  const said = isSpent(error) ? "this takes too long or too much memory" : words;
  return `Line ${line}: ${cut(printable(said), 300).replace(/\.$/, "")}.`;
}

const isSpent = (error: unknown) =>
  error instanceof Error && /(time|memory alloc) limit exceeded/.test(error.message);

/** A template to fill in, and what for. */
export interface TextToRender {
  template: string;
  variables: object;
}

/** Fills in a template within what is left of a budget of time, memory and length. */
export function renderText(
  engine: Liquid,
  { template, variables }: TextToRender,
  budget: RenderBudget,
): RenderedText {
  const wrong = (fault: string, isSpent = false) => ({ ok: false as const, fault, isSpent });
  if ((template.match(/\{[{%]/g)?.length ?? 0) > mostTags)
    return wrong(`It has more than ${mostTags.toLocaleString("en")} tags and outputs.`);
  try {
    budget.check();
    const parsed = engine.parse(template);
    const text = new BoundedText(budget.characters);
    toValueSync(engine.renderer.renderTemplates(parsed, budget.contextFor(engine, variables), text));
    return { ok: true, text: text.buffer.toWellFormed() };
  } catch (error) {
    if (error instanceof LiquidError) return wrong(sentenceOf(error), isSpent(error));
    if (isSpent(error)) return wrong("The texts together take too long or too much memory.", true);
    if (error instanceof AssertionError) return wrong("It is too long.");
    // The stack, where tags stand within tags by the thousand.
    if (error instanceof RangeError) return wrong("It is nested too deeply.");
    throw error;
  }
}
