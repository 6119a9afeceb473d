import type { PageUrl } from "@souk/contract";
import { useRouterState } from "@tanstack/react-router";
import { PageLink } from "../text/page-link.tsx";
import styles from "./page-tabs.module.css";

interface PageTabsProps {
  /** The accessible name of the group of pages. */
  label: string;
  pages: readonly { label: string; to: PageUrl }[];
}

/** Show links to related pages side by side, with the current one marked. */
export function PageTabs({ label, pages }: PageTabsProps) {
  const path = useRouterState({ select: ({ location }) => location.pathname });
  return (
    <nav aria-label={label} className={styles["tabs"]}>
      {pages.map((page) => (
        <PageLink
          key={page.to}
          to={page.to}
          className={styles["tab"]}
          aria-current={path === page.to ? "page" : undefined}
        >
          {page.label}
        </PageLink>
      ))}
    </nav>
  );
}
