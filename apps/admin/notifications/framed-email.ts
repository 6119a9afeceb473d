/** Move an email's inline styles into a separate sheet, where the parser accepts them. */
function withStylesAside(html: string, nonce: string): string {
  return html.replaceAll(/<[a-z][^<>]*>/gi, (tag) =>
    tag.replace(/^<style\b/i, `<style nonce="${nonce}"`).replaceAll(/([\s"'])style\s*=/gi, "$1data-style="),
  );
}

/**
 * Return an email's HTML as the document of a frame that runs no script. The frame inherits the page's
 * Content-Security-Policy, which requires a nonce for styles: the style attributes become a sheet that has
 * one.
 */
export function framedMail(html: string, nonce: string): string {
  const mail = new DOMParser().parseFromString(withStylesAside(html, nonce), "text/html");
  for (const script of mail.querySelectorAll("script")) script.remove();
  const rules = [...mail.querySelectorAll("[data-style]")].map((element, index) => {
    const style = element.getAttribute("data-style") ?? "";
    element.setAttribute("data-style", String(index));
    return `[data-style="${index}"]{${style}}`;
  });
  const sheet = mail.createElement("style");
  sheet.setAttribute("nonce", nonce);
  sheet.textContent = rules.join("\n");
  mail.head.append(sheet);
  // A link opens nothing here: the frame may open no window.
  const base = mail.createElement("base");
  base.target = "_blank";
  mail.head.prepend(base);
  return `<!doctype html>${mail.documentElement.outerHTML}`;
}
