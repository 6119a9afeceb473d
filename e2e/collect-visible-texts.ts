import type { Page } from "playwright-core";

/** A text that a person sees on a page or a screen reader announces. */
export interface VisibleText {
  /** The name of the element that contains the text, and of the attribute if the text is in one. */
  location: string;
  text: string;
}

// Runs in the page. The texts in code, text areas, frames and drawings are data, so they are skipped.
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

/** Collect all visible texts of a page that contain letters: text nodes, accessible names, placeholders and the title. */
export function collectVisibleTexts(page: Page): Promise<VisibleText[]> {
  return page.evaluate(collectScript);
}
