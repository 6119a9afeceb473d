import type { PageUrl } from "@souk/contract";
import { joinPagePath } from "@souk/contract";
import { useRouter } from "@tanstack/react-router";
import { useCallback } from "react";

interface NavigationOptions {
  /** Leave the page without a warning about unsaved changes, because the changes were saved or their record was deleted. */
  ignoreBlocker?: boolean;
}

/** Return a function that opens a page of the panel without loading the document again. */
export function usePageNavigation(): (to: PageUrl, options?: NavigationOptions) => void {
  const router = useRouter();
  return useCallback(
    (to, options = {}) => void router.navigate({ href: joinPagePath(router.basepath, to), ...options }),
    [router],
  );
}
