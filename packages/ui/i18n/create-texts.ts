import { IntlMessageFormat, type PrimitiveType } from "intl-messageformat";
import { createElement, Fragment, type ReactNode } from "react";
import { currentLocale } from "./locale.ts";
import type { Messages, Texts, Translation } from "./message-types.ts";

type Tag = (content: ReactNode) => ReactNode;
type Values = Readonly<Record<string, PrimitiveType | ReactNode | Tag>>;
type Leaf = string | ((values: Values) => ReactNode);
type Branch = { [key: string]: Leaf | readonly Leaf[] | Branch };

/** Put the parts of a message into one node, in the message's order. */
function joinParts(parts: ReactNode | ReactNode[]): ReactNode {
  return Array.isArray(parts) ? createElement(Fragment, null, ...parts) : parts;
}

function joinContent(value: Values[string]) {
  return typeof value === "function" ? (content: ReactNode[]) => value(joinParts(content)) : value;
}

/** Return whether a message has arguments or tags; quoted text does not count. */
function takesValues(message: string): boolean {
  return /[{<]/.test(message.replaceAll(/'[{<}].*?'/g, ""));
}

/**
 * Create the text of a message: without arguments and tags a string, else a function that parses it at the
 * first call.
 */
function createText(message: string): Leaf {
  if (!takesValues(message)) {
    return /'[{<}]/.test(message) ? String(new IntlMessageFormat(message).format()) : message;
  }
  let parsed: IntlMessageFormat | undefined;
  return (values) => {
    parsed ??= new IntlMessageFormat(message, currentLocale());
    const entries = Object.entries(values).map(([name, value]) => [name, joinContent(value)]);
    return joinParts(parsed.format<ReactNode>(Object.fromEntries(entries)));
  };
}

/** Write the texts of these messages into an object, which keeps its identity and that of its branches. */
function fillTexts(branch: Branch, messages: Messages): Branch {
  for (const [key, entry] of Object.entries(messages)) {
    if (typeof entry === "string") branch[key] = createText(entry);
    else if (Array.isArray(entry)) branch[key] = entry.map(createText);
    else branch[key] = fillTexts((branch[key] ?? {}) as Branch, entry as Messages);
  }
  return branch;
}

/**
 * Make the texts of a catalog of ICU messages, under the keys of the catalog. A message without arguments is a string,
 * one with arguments a function of them, one with tags a function that returns an element.
 */
export function createTexts<const M extends Messages>(messages: M): Texts<M> {
  return fillTexts({}, messages) as Texts<M>;
}

/** Replace texts in place by those of a translation, before anything reads them. */
export function translateTexts<M extends Messages>(texts: Texts<M>, translation: Translation<M>): void {
  fillTexts(texts as Branch, translation as Messages);
}
