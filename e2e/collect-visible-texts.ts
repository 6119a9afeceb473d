import type { Page } from "playwright-core";

/** A text that a person sees on a page or a screen reader announces. */
export interface VisibleText {
  /** The element of a text node, or the element and the attribute. */
  location: string;
  text: string;
}

// Runs in the page. The texts of code, text areas, frames and drawings are data.
const collectScript = `(() => {
  const texts = [{ location: "title", text: document.title }];
  const skipped = "script, style, noscript, code, pre, textarea, iframe, svg";
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const element = node.parentElement;
    const isShown = element.checkVisibility({ visibilityProperty: true }) || element.matches("option");
    if (isShown && !element.closest(skipped)) texts.push({ location: element.localName, text: node.data });
  }
  const attributes = ["aria-label", "aria-description", "aria-roledescription", "aria-valuetext", "placeholder", "title", "alt"];
  for (const name of attributes) {
    for (const element of document.querySelectorAll("[" + name + "]:not([aria-hidden=true])")) {
      texts.push({ location: element.localName + " " + name, text: element.getAttribute(name) });
    }
  }
  // A closed select shows the label of the selected option.
  for (const input of document.querySelectorAll("input[aria-haspopup=listbox]")) {
    texts.push({ location: "input value", text: input.value });
  }
  return texts.filter(({ text }) => /[A-Za-z]/.test(text));
})()`;

/** Collect every visible text of a page that has letters: text nodes, accessible names, placeholders and the title. */
export function collectVisibleTexts(page: Page): Promise<VisibleText[]> {
  return page.evaluate(collectScript);
}
