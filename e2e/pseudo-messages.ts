import type { MessageFormatElement } from "@formatjs/icu-messageformat-parser";
import { isPluralElement, isSelectElement, isTagElement, parse } from "@formatjs/icu-messageformat-parser";
import { printAST } from "@formatjs/icu-messageformat-parser/printer.js";

const plainLetters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
const accentedLetters = "ÅƁÇÐÉƑĜĤÎĴĶĻṀÑÖÞǪŔŠŢÛṼŴẊÝŽåƀçðéƒĝĥîĵķļɱñöþǫŕšţûṽŵẋýž";

const accent = (text: string): string =>
  text.replaceAll(/[A-Za-z]/g, (letter) => accentedLetters.charAt(plainLetters.indexOf(letter)));

function accentElement(element: MessageFormatElement): MessageFormatElement {
  if (isPluralElement(element) || isSelectElement(element)) {
    const options = Object.entries(element.options).map(([name, option]) => [
      name,
      { ...option, value: option.value.map(accentElement) },
    ]);
    return { ...element, options: Object.fromEntries(options) };
  }
  if (isTagElement(element)) return { ...element, children: element.children.map(accentElement) };
  // Type 0 is literal text.
  return "value" in element && element.type === 0 ? { ...element, value: accent(element.value) } : element;
}

/** Convert a message to the pseudo-locale: accented letters in brackets, with arguments unchanged. */
function toPseudoMessage(message: string): string {
  if (!/[{<]/.test(message)) return `⟦${accent(message)}⟧`;
  return `⟦${printAST(parse(message).map(accentElement))}⟧`;
}

/** Convert a catalog, or one of its entries, to the pseudo-locale. */
export function toPseudoMessages(entry: unknown): unknown {
  if (typeof entry === "string") return toPseudoMessage(entry);
  if (Array.isArray(entry)) return entry.map(toPseudoMessages);
  const entries = Object.entries(entry as object).map(([key, value]) => [key, toPseudoMessages(value)]);
  return Object.fromEntries(entries);
}
