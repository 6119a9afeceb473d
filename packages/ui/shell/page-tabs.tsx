import type { PageUrl } from "@souk/contract";
import { useRouterState } from "@tanstack/react-router";
import { AppLink } from "../text/app-link.tsx";
import styles from "./page-parts.module.css";

interface PageTabsProps {
  /** The accessible name of the group of pages. */
  label: string;
  pages: readonly { label: string; to: PageUrl }[];
}

/** Show links to related pages side by side, with the current one marked. */
export function PageTabs({ label, pages }: PageTabsProps) {
  const path = useRouterState({ select: ({ location }) => location.pathname });
  return (
    <nav aria-label={label} className={styles["parts"]}>
      {pages.map(({ label: name, to }) => (
        <AppLink key={to} to={to} className={styles["part"]} aria-current={path === to ? "page" : undefined}>
          {name}
        </AppLink>
      ))}
    </nav>
  );
}
