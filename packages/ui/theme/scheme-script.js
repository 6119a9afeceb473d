// The first script of every panel's document, as it stands here: before anything is drawn, so that a dark room stays dark.
(() => {
  let choice = null;
  try {
    choice = localStorage.getItem("souk-color-scheme");
  } catch {
    // A browser that keeps nothing has the system's.
  }
  const isDark =
    choice === "dark" || (choice !== "light" && matchMedia("(prefers-color-scheme: dark)").matches);
  document.documentElement.setAttribute("data-mantine-color-scheme", isDark ? "dark" : "light");
})();
