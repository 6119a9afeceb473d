// Inlined as the first script of every panel's document. It sets the color scheme before the first paint.
(() => {
  let storedScheme = null;
  try {
    storedScheme = localStorage.getItem("souk-color-scheme");
  } catch {
    // Without browser storage, the system's color scheme is used.
  }
  const isDark =
    storedScheme === "dark" ||
    (storedScheme !== "light" && matchMedia("(prefers-color-scheme: dark)").matches);
  document.documentElement.setAttribute("data-mantine-color-scheme", isDark ? "dark" : "light");
})();
