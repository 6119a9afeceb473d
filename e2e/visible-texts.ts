import type { Page } from "playwright-core";

/** Text that a person sees or hears on a page. */
export interface VisibleText {
  /** Owner of the text: a text node's element, or an attribute. */
  where: string;
  text: string;
}

// Runs in the page. Code and written text are data, and so is what stands in a frame or a drawing.
const collect = `(() => {
  const texts = [{ where: "title", text: document.title }];
  const skipped = "script, style, noscript, code, pre, textarea, iframe, svg";
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const element = node.parentElement;
    const isShown = element.checkVisibility({ visibilityProperty: true }) || element.matches("option");
    if (isShown && !element.closest(skipped)) texts.push({ where: element.localName, text: node.data });
  }
  const attributes = ["aria-label", "aria-description", "aria-roledescription", "aria-valuetext", "placeholder", "title", "alt"];
  for (const name of attributes) {
    for (const element of document.querySelectorAll("[" + name + "]:not([aria-hidden=true])")) {
      texts.push({ where: element.localName + " " + name, text: element.getAttribute(name) });
    }
  }
  // A closed choice shows the label of what is chosen.
  for (const input of document.querySelectorAll("input[aria-haspopup=listbox]")) {
    texts.push({ where: "input value", text: input.value });
  }
  return texts.filter(({ text }) => /[A-Za-z]/.test(text));
})()`;

/**
 * Collect every visible text of a page that has letters: text nodes, names, placeholders, hints and the
 * title.
 */
export function visibleTexts(page: Page): Promise<VisibleText[]> {
  return page.evaluate(collect);
}
