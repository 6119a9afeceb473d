import type { PageUrl } from "@souk/contract";
import { joinPagePath } from "@souk/contract";
import { useRouter } from "@tanstack/react-router";
import type { ComponentPropsWithRef, MouseEvent } from "react";

export interface AppLinkProps extends Omit<ComponentPropsWithRef<"a">, "href"> {
  to: PageUrl;
  /** Loads the document again: pages with a policy of their own. */
  document?: boolean | undefined;
}

/** Return whether the browser should handle the click: a new tab, a new window, a download. */
function isBrowsers(event: MouseEvent<HTMLAnchorElement>): boolean {
  const { target } = event.currentTarget;
  const hasKey = event.metaKey || event.ctrlKey || event.shiftKey || event.altKey;
  return event.defaultPrevented || event.button !== 0 || hasKey || (target !== "" && target !== "_self");
}

/** Link to a page of the panel, which opens without reloading the document. */
export function AppLink({ to, document = false, onClick, children, ...rest }: AppLinkProps) {
  const router = useRouter();
  const href = joinPagePath(router.basepath, to);
  const preload = () => {
    // A page that cannot be had yet is asked for again, and its failure shown, when it is gone to.
    if (!document) void router.preloadRoute({ to: to.split("?")[0] ?? to }).catch(() => undefined);
  };
  const go = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event);
    if (document || isBrowsers(event)) return;
    event.preventDefault();
    void router.navigate({ href });
  };
  return (
    <a {...rest} href={href} onClick={go} onPointerEnter={preload} onFocus={preload}>
      {children}
    </a>
  );
}
