import { IntlMessageFormat, type PrimitiveType } from "intl-messageformat";
import { createElement, Fragment, type ReactNode } from "react";
import { getCurrentLocale } from "./locale.ts";
import type { Messages, Texts, Translation } from "./message-types.ts";

type Tag = (content: ReactNode) => ReactNode;
type Values = Readonly<Record<string, PrimitiveType | ReactNode | Tag>>;
type TextNode = string | ((values: Values) => ReactNode);
type TextTree = { [key: string]: TextNode | readonly TextNode[] | TextTree };

/** Join the parts of a message into one node, in the message's order. */
function joinParts(parts: ReactNode | ReactNode[]): ReactNode {
  return Array.isArray(parts) ? createElement(Fragment, null, ...parts) : parts;
}

/** Wrap the function of a tag, so that it gets the tag's content as one node. Return any other value unchanged. */
function joinContent(value: Values[string]) {
  return typeof value === "function" ? (content: ReactNode[]) => value(joinParts(content)) : value;
}

/** Return whether a message has arguments or tags; quoted text does not count. */
function hasValues(message: string): boolean {
  return /[{<]/.test(message.replaceAll(/'[{<}].*?'/g, ""));
}

/**
 * Create the text of a message: a string if it has no arguments or tags, otherwise a function that parses the message at
 * its first call.
 */
function createText(message: string): TextNode {
  if (!hasValues(message)) {
    return /'[{<}]/.test(message) ? String(new IntlMessageFormat(message).format()) : message;
  }
  let parsedMessage: IntlMessageFormat | undefined;
  return (values) => {
    parsedMessage ??= new IntlMessageFormat(message, getCurrentLocale());
    const entries = Object.entries(values).map(([name, value]) => [name, joinContent(value)]);
    return joinParts(parsedMessage.format<ReactNode>(Object.fromEntries(entries)));
  };
}

/** Write the texts of messages into an existing object, without replacing it or its nested objects. */
function fillTexts(tree: TextTree, messages: Messages): TextTree {
  for (const [key, entry] of Object.entries(messages)) {
    if (typeof entry === "string") tree[key] = createText(entry);
    else if (Array.isArray(entry)) tree[key] = entry.map(createText);
    else tree[key] = fillTexts((tree[key] ?? {}) as TextTree, entry as Messages);
  }
  return tree;
}

/**
 * Create the texts of a catalog of ICU messages, with the keys of the catalog. The text of a message without arguments is a string. With
 * arguments it is a function that returns a string, and with tags it is a function that returns an element.
 */
export function createTexts<const M extends Messages>(messages: M): Texts<M> {
  return fillTexts({}, messages) as Texts<M>;
}

/** Replace texts in place with those of a translation. Call this before any text is read. */
export function translateTexts<M extends Messages>(texts: Texts<M>, translation: Translation<M>): void {
  fillTexts(texts as TextTree, translation as Messages);
}
