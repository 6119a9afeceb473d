/** The tags of a mail, their styles set aside where a parser takes no offence at them. */
function withStylesAside(html: string, nonce: string): string {
  return html.replaceAll(/<[a-z][^<>]*>/gi, (tag) =>
    tag.replace(/^<style\b/i, `<style nonce="${nonce}"`).replaceAll(/([\s"'])style\s*=/gi, "$1data-style="),
  );
}

/**
 * A mail's HTML as the document of a frame that runs no script. The frame keeps the page's own Content-Security-Policy, by which
 * styles take a nonce: what the mail has in style attributes is said by a sheet with one.
 */
export function framedMail(html: string, nonce: string): string {
  const mail = new DOMParser().parseFromString(withStylesAside(html, nonce), "text/html");
  for (const script of mail.querySelectorAll("script")) script.remove();
  const rules = [...mail.querySelectorAll("[data-style]")].map((element, at) => {
    const style = element.getAttribute("data-style") ?? "";
    element.setAttribute("data-style", String(at));
    return `[data-style="${at}"]{${style}}`;
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
