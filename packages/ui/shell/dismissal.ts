/**
 * Remembers in this tab, until it is closed, that something was dismissed. Where the browser keeps nothing it is forgotten.
 * @param key under which it is kept
 */
export function dismissal(key: string): { isDismissed: () => boolean; dismiss: () => void } {
  return {
    isDismissed: () => {
      try {
        return sessionStorage.getItem(key) !== null;
      } catch {
        return false;
      }
    },
    dismiss: () => {
      try {
        sessionStorage.setItem(key, "dismissed");
      } catch {
        // A browser that keeps nothing shows it again on the next page.
      }
    },
  };
}
