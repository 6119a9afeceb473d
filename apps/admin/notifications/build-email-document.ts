/**
 * Add the nonce to an email's `<style>` elements and rename its `style` attributes to `data-style`, which the content
 * security policy does not block.
 */
function adaptStyleMarkup(html: string, nonce: string): string {
  return html.replaceAll(/<[a-z][^<>]*>/gi, (tag) =>
    tag.replace(/^<style\b/i, `<style nonce="${nonce}"`).replaceAll(/([\s"'])style\s*=/gi, "$1data-style="),
  );
}

/**
 * Build the HTML document of a frame that shows an email without its scripts. The frame inherits the page's content
 * security policy, which requires a nonce for styles, so the email's `style` attributes become rules of a style sheet with
 * that nonce.
 */
export function buildEmailDocument(html: string, nonce: string): string {
  const email = new DOMParser().parseFromString(adaptStyleMarkup(html, nonce), "text/html");
  for (const script of email.querySelectorAll("script")) script.remove();
  const rules = [...email.querySelectorAll("[data-style]")].map((element, index) => {
    const style = element.getAttribute("data-style") ?? "";
    element.setAttribute("data-style", String(index));
    return `[data-style="${index}"]{${style}}`;
  });
  const styleSheet = email.createElement("style");
  styleSheet.setAttribute("nonce", nonce);
  styleSheet.textContent = rules.join("\n");
  email.head.append(styleSheet);
  // Make links target a new window, which the frame's sandbox doesn't allow, so that clicking them does nothing.
  const base = email.createElement("base");
  base.target = "_blank";
  email.head.prepend(base);
  return `<!doctype html>${email.documentElement.outerHTML}`;
}
