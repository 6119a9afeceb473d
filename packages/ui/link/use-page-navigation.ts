import type { PageUrl } from "@souk/contract";
import { joinPagePath } from "@souk/contract";
import { useRouter } from "@tanstack/react-router";
import { useCallback } from "react";

interface NavigationOptions {
  /** Leaves also a page with unsaved changes: they were saved, or what they changed was deleted. */
  ignoreBlocker?: boolean;
}

/** Return the function that shows a page of the panel without loading the document again. */
export function usePageNavigation(): (to: PageUrl, options?: NavigationOptions) => void {
  const router = useRouter();
  return useCallback(
    (to, options = {}) => void router.navigate({ href: joinPagePath(router.basepath, to), ...options }),
    [router],
  );
}
