import { useRouter } from "@tanstack/react-router";
import type { ComponentPropsWithRef, MouseEvent } from "react";

export interface AppLinkProps extends Omit<ComponentPropsWithRef<"a">, "href"> {
  /** An address of this panel, with its search part; or a whole address elsewhere. */
  to: string;
  /** Loads the document anew: pages with a policy of their own. */
  document?: boolean | undefined;
}

/** A new tab, a new window, a download: what the browser does by itself. */
function isBrowsers(event: MouseEvent<HTMLAnchorElement>): boolean {
  const { target } = event.currentTarget;
  const hasKey = event.metaKey || event.ctrlKey || event.shiftKey || event.altKey;
  return event.defaultPrevented || event.button !== 0 || hasKey || (target !== "" && target !== "_self");
}

/** A link to a page of the panel, which is shown without loading the document anew. */
export function AppLink({ to, document = false, onClick, children, ...rest }: AppLinkProps) {
  const router = useRouter();
  const isOurs = !document && to.startsWith("/");
  const preload = () => {
    // A page that cannot be had yet is asked for again, and its failure shown, when it is gone to.
    if (isOurs) void router.preloadRoute({ to: to.split("?")[0] ?? to }).catch(() => undefined);
  };
  const go = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event);
    if (!isOurs || isBrowsers(event)) return;
    event.preventDefault();
    void router.navigate({ href: to });
  };
  return (
    <a {...rest} href={to} onClick={go} onPointerEnter={preload} onFocus={preload}>
      {children}
    </a>
  );
}
