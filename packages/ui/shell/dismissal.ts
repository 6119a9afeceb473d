/**
 * Create functions that dismiss a notice until the tab is closed. Without browser storage, the dismissal is
 * not remembered.
 * @param key the storage key
 */
export function createDismissal(key: string): { isDismissed: () => boolean; dismiss: () => void } {
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
        // Without storage, the notice is shown again on the next page.
      }
    },
  };
}
