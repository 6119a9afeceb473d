/** Where a person's choice of light, dark or the system's is kept in the browser. */
export const schemeKey = "souk-color-scheme";

// Before anything is drawn, so that a dark room stays dark.
const script = `(() => {
  let choice = null;
  try {
    choice = localStorage.getItem("${schemeKey}");
  } catch {}
  const isDark = choice === "dark" || (choice !== "light" && matchMedia("(prefers-color-scheme: dark)").matches);
  document.documentElement.setAttribute("data-mantine-color-scheme", isDark ? "dark" : "light");
})();`;

/** For Vite: puts the script that sets the colours first into a panel's document. */
export const schemePlugin = {
  name: "souk-scheme",
  transformIndexHtml: () => [{ tag: "script", children: script, injectTo: "head-prepend" as const }],
};
